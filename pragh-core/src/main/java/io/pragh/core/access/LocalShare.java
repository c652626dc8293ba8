package io.pragh.core.access;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.memory.Region;
import io.pragh.core.store.table.KeyTable;
import org.jspecify.annotations.Nullable;

/**
 * The data in this node's own memory: region and key table of every partition that it serves. Immutable; replaced
 * when a partition comes or goes.
 */
public final class LocalShare {
    private final @Nullable Region[] regions;
    private final @Nullable KeyTable[] tables;
    private final boolean[] incomplete;

    /**
     * Creates a share from arrays indexed by partition, with null where another node serves the partition; in an
     * incomplete partition a key without a slot may have been lost.
     */
    public LocalShare(@Nullable Region[] regions, @Nullable KeyTable[] tables, boolean[] incomplete) {
        this.incomplete = incomplete.clone();
        this.regions = regions.clone();
        this.tables = tables.clone();
    }

    /** The memory of a partition, or null when it is not this node's. */
    public @Nullable Region region(int partition) {
        return regions[partition];
    }

    /** The key table of a partition, or null when it is not this node's. */
    public @Nullable KeyTable table(int partition) {
        return tables[partition];
    }

    /** The present T if this node serves the partition that holds it; else the greatest number. */
    long timestamp() {
        Region leading = regions[PartitionHeader.LEADING];
        return leading == null ? Long.MAX_VALUE : leading.getLongAcquire(PartitionHeader.TIMESTAMP_OFFSET);
    }

    /** Whether a key without a slot in a partition may have been lost. */
    public boolean isIncomplete(int partition) {
        return incomplete[partition];
    }
}
