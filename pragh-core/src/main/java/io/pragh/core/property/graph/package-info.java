/**
 * The composition of the property graph from keys and values: its transactions, the numbers and homes of new elements,
 * and the creation of indexes while the graph is used. Front door: {@link io.pragh.core.property.graph.KeyValueGraph},
 * and {@link io.pragh.core.property.graph.PropertyOperations} for the nodes that hold the graph. The package must never
 * know where values lie.
 */
@NullMarked
package io.pragh.core.property.graph;

import org.jspecify.annotations.NullMarked;
