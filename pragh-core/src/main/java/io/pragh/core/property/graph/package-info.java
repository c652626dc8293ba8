/**
 * Puts the property graph together from keys and values: its transactions, the numbers and homes of what is new, and indexes that are
 * made while it is used. Front door: {@link io.pragh.core.property.graph.KeyValueGraph}, and
 * {@link io.pragh.core.property.graph.PropertyOperations} for the nodes that hold it. It must never know where values lie.
 */
@NullMarked
package io.pragh.core.property.graph;

import org.jspecify.annotations.NullMarked;
