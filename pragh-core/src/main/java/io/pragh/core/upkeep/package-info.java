/**
 * Housekeeping of a node's partitions, a little at a time: dense memory, forgotten keys, and what nodes tell each other of the room they
 * have. Front door: {@link io.pragh.core.upkeep.Compaction}, {@link io.pragh.core.upkeep.TombstoneSweep},
 * {@link io.pragh.core.upkeep.MemoryShortage} and {@link io.pragh.core.upkeep.PartitionRooms}.
 */
@NullMarked
package io.pragh.core.upkeep;

import org.jspecify.annotations.NullMarked;
