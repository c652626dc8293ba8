/**
 * Housekeeping of a node's partitions, a little at a time: compaction, forgetting of deleted keys, the return of free
 * pages, and the exchange between nodes of the room that they have. Front door:
 * {@link io.pragh.core.upkeep.Compaction}, {@link io.pragh.core.upkeep.TombstoneSweep},
 * {@link io.pragh.core.upkeep.MemoryShortage} and {@link io.pragh.core.upkeep.PartitionRooms}.
 */
@NullMarked
package io.pragh.core.upkeep;

import org.jspecify.annotations.NullMarked;
