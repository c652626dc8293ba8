/**
 * The encoding of vertices and edges: their keys, and the bodies of their values, as docs/property-graph.md draws them.
 * Front door: {@link io.pragh.core.property.element.ElementKeys}, {@link io.pragh.core.property.element.VertexCodec}
 * and {@link io.pragh.core.property.element.EdgeCodec}. The package must never know what a transaction has changed.
 */
@NullMarked
package io.pragh.core.property.element;

import org.jspecify.annotations.NullMarked;
