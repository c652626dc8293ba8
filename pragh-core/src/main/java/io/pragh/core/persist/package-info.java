/**
 * Writes checkpoints from the partitions of a node, and restores partitions from a checkpoint and the log behind it.
 * Front door: {@link io.pragh.core.persist.Restoring} and {@link io.pragh.core.persist.Checkpointing}. The package
 * knows values by their keys, and must never know what they mean.
 */
@NullMarked
package io.pragh.core.persist;

import org.jspecify.annotations.NullMarked;
