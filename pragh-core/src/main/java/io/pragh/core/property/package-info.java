/**
 * The property graph as its users see it: transactions, and the vertices and edges that a transaction has read. Front
 * door: {@link io.pragh.core.property.PropertyGraph}. The package must never know how anything is stored, nor what a
 * query language is.
 */
@NullMarked
package io.pragh.core.property;

import org.jspecify.annotations.NullMarked;
