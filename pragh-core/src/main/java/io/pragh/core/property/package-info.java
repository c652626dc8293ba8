/**
 * The property graph as keys and values of one store: vertices and edges with identifiers, labels and properties, catalogues of names,
 * indexes on properties, all changed by the same transactions. Front door: {@link io.pragh.core.property.PropertyGraph}. It must never
 * know where values lie, nor what a query language is. docs/property-graph.md draws the encoding.
 */
@NullMarked
package io.pragh.core.property;

import org.jspecify.annotations.NullMarked;
