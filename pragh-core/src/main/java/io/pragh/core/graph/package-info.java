/**
 * The graph as keys and values: the drawing of an adjacency list, the operations that change it, and traversals over
 * lists alone. Front door: {@link io.pragh.core.graph.TransactionalLists}. The package must never know where values
 * lie.
 *
 * <table>
 * <caption>Encoding</caption>
 * <tr><th>key</th><th>value</th></tr>
 * <tr><td>ADJACENCY / direction / label / vertex</td><td>{@link io.pragh.core.graph.AdjacencyList}:
 * head of the list, then ids of its further chunks</td></tr>
 * <tr><td>CHUNK / 0 / 0 / minted id</td><td>{@link io.pragh.core.graph.AdjacencyList}
 * without further chunks</td></tr>
 * </table>
 */
@NullMarked
package io.pragh.core.graph;

import org.jspecify.annotations.NullMarked;
