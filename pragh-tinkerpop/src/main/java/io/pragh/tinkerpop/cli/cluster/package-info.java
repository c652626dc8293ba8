/**
 * The command {@code pragh cluster}: starts, shows and ends the node processes of one machine together. Front door:
 * {@link io.pragh.tinkerpop.cli.cluster.ClusterCommand}.
 */
@NullMarked
package io.pragh.tinkerpop.cli.cluster;

import org.jspecify.annotations.NullMarked;
