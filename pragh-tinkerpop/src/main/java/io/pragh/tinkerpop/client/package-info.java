/**
 * The client's side of a cluster: sends a query to the node that serves the home of the query's first vertex. Front
 * door: {@link io.pragh.tinkerpop.client.RoutedCluster}. The package knows how homes are computed and what
 * {@code g.call("pragh.routes")} returns, and must never know a node, a graph or a server.
 */
@NullMarked
package io.pragh.tinkerpop.client;

import org.jspecify.annotations.NullMarked;
