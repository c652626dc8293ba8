/**
 * Moves a partition from one living node to another while both serve: see docs/protocols/handover.md. Front door:
 * {@link io.pragh.core.handover.Handovers}.
 */
@NullMarked
package io.pragh.core.handover;

import org.jspecify.annotations.NullMarked;
