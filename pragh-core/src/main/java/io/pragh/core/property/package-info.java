/**
 * The property graph as its users see it: transactions, and vertices and edges as one of them has read them. Front door:
 * {@link io.pragh.core.property.PropertyGraph}. It must never know how anything is stored, nor what a query language is.
 */
@NullMarked
package io.pragh.core.property;

import org.jspecify.annotations.NullMarked;
