/**
 * The changes of one transaction until its commit, and their translation into updates of values. Front door:
 * {@link io.pragh.core.property.change.VertexChanges}, {@link io.pragh.core.property.change.EdgeChanges} and
 * {@link io.pragh.core.property.change.CommitWriter}. The package must never search for elements: its callers have read
 * the elements that they change.
 */
@NullMarked
package io.pragh.core.property.change;

import org.jspecify.annotations.NullMarked;
