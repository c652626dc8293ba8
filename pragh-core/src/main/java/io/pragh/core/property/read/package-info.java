/**
 * Vertices and edges as one transaction sees them: what is stored, under what it has changed. Front door:
 * {@link io.pragh.core.property.read.VertexReads} and {@link io.pragh.core.property.read.EdgeReads}. It must never change anything.
 */
@NullMarked
package io.pragh.core.property.read;

import org.jspecify.annotations.NullMarked;
