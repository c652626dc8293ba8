/**
 * What the values of a graph cannot be understood without: names of labels and keys, and indexes; and the graph's variables. Front
 * door: {@link io.pragh.core.property.catalogue.GraphNames} and {@link io.pragh.core.property.catalogue.IndexCatalogue}. It must never
 * know the elements that use them.
 */
@NullMarked
package io.pragh.core.property.catalogue;

import org.jspecify.annotations.NullMarked;
