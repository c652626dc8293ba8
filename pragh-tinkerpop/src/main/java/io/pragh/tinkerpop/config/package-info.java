/**
 * Every option of a node and of its server, described once: {@link io.pragh.tinkerpop.config.NodeOption}. The YAML file, the
 * {@code pragh.*} keys and docs/configuration.md are read, checked and written by it. Must never know what the options are used for.
 */
@NullMarked
package io.pragh.tinkerpop.config;

import org.jspecify.annotations.NullMarked;
