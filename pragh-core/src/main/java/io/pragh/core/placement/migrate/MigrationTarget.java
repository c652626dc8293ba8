package io.pragh.core.placement.migrate;

import io.pragh.core.memory.Region;
import io.pragh.core.store.value.BlockAllocator;

/**
 * A partition of this node that receives migrated values. Immutable.
 *
 * @param partition its number
 * @param region its memory
 * @param blocks free blocks of it
 */
public record MigrationTarget(int partition, Region region, BlockAllocator blocks) {}
