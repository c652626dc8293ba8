/**
 * The client's side: sends a query to the node that hosts what it begins with. Front door: {@link io.pragh.tinkerpop.client.RoutedCluster}.
 * It knows how homes are computed and what {@code g.call("pragh.routes")} answers, and must never know a node, a graph or a server.
 */
@NullMarked
package io.pragh.tinkerpop.client;

import org.jspecify.annotations.NullMarked;
