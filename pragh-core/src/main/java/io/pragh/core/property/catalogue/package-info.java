/**
 * The catalogue: names of labels and property keys, the indexes, and the graph's variables, without which the values of
 * a graph cannot be understood. Front door: {@link io.pragh.core.property.catalogue.GraphNames} and
 * {@link io.pragh.core.property.catalogue.IndexCatalogue}. The package must never know the elements that use them.
 */
@NullMarked
package io.pragh.core.property.catalogue;

import org.jspecify.annotations.NullMarked;
