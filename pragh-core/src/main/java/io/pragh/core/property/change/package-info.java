/**
 * What one transaction has changed, until it commits, and how that becomes updates of values. Front door:
 * {@link io.pragh.core.property.change.VertexChanges}, {@link io.pragh.core.property.change.EdgeChanges} and
 * {@link io.pragh.core.property.change.CommitWriter}. It must never search for elements: whoever changes one has read it.
 */
@NullMarked
package io.pragh.core.property.change;

import org.jspecify.annotations.NullMarked;
