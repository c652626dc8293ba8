/**
 * Every option of a node and of its server, described once in {@link io.pragh.tinkerpop.config.NodeOption}. The package
 * reads, checks and writes the YAML file, the {@code pragh.*} keys and docs/configuration.md; it must never know what
 * an option is used for.
 */
@NullMarked
package io.pragh.tinkerpop.config;

import org.jspecify.annotations.NullMarked;
