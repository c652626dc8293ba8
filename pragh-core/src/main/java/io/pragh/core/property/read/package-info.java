/**
 * Vertices and edges as one transaction sees them: the stored elements, overlaid with the transaction's own changes.
 * Front door: {@link io.pragh.core.property.read.VertexReads} and {@link io.pragh.core.property.read.EdgeReads}. The
 * package must never change anything.
 */
@NullMarked
package io.pragh.core.property.read;

import org.jspecify.annotations.NullMarked;
