/**
 * {@code pragh cluster}: node processes of one machine, started, looked at and ended together. Front door:
 * {@link io.pragh.tinkerpop.cli.cluster.ClusterCommand}.
 */
@NullMarked
package io.pragh.tinkerpop.cli.cluster;

import org.jspecify.annotations.NullMarked;
