/**
 * The graph as keys and values: how an adjacency list is drawn, what operations change it, and traversals that touch nothing else.
 * Front door: {@link io.pragh.core.graph.TransactionalLists}. It must never know where values lie.
 *
 * <table>
 * <caption>Encoding</caption>
 * <tr><th>key</th><th>value</th></tr>
 * <tr><td>ADJACENCY / direction / label / vertex</td><td>{@link io.pragh.core.graph.AdjacencyList}: head of the list, then ids of
 * its further chunks</td></tr>
 * <tr><td>CHUNK / 0 / 0 / minted id</td><td>{@link io.pragh.core.graph.AdjacencyList} without further chunks</td></tr>
 * </table>
 */
@NullMarked
package io.pragh.core.graph;

import org.jspecify.annotations.NullMarked;
