/**
 * How vertices and edges are stored: their keys, and the bodies of their values, drawn once. Front door:
 * {@link io.pragh.core.property.element.ElementKeys}, {@link io.pragh.core.property.element.VertexCodec} and
 * {@link io.pragh.core.property.element.EdgeCodec}. It must never know what a transaction has changed. docs/property-graph.md draws the
 * encoding.
 */
@NullMarked
package io.pragh.core.property.element;

import org.jspecify.annotations.NullMarked;
