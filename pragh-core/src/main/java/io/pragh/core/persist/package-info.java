/**
 * Between a graph's partitions and its data folder: checkpoints out of partitions, and partitions out of a checkpoint and the log behind
 * it. Front doors: {@link io.pragh.core.persist.Restoring} and {@link io.pragh.core.persist.Checkpointing}. Knows values by their keys;
 * it must never know what they mean.
 */
@NullMarked
package io.pragh.core.persist;

import org.jspecify.annotations.NullMarked;
