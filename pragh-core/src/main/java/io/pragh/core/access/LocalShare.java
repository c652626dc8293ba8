package io.pragh.core.access;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.memory.Region;
import io.pragh.core.store.table.KeyTable;
import org.jspecify.annotations.Nullable;

/** What lies in this node's own memory: region and key table of every partition it serves. Immutable; replaced on take-over. */
public final class LocalShare {
    private final @Nullable Region[] regions;
    private final @Nullable KeyTable[] tables;
    private final boolean[] incomplete;

    /** Arrays indexed by partition, null where another node serves it; a key that an incomplete one does not know was perhaps lost. */
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

    /** T as it is now, if the partition that it is in is this node's; else the greatest number. */
    long timestamp() {
        Region leading = regions[PartitionHeader.LEADING];
        return leading == null ? Long.MAX_VALUE : leading.getLongAcquire(PartitionHeader.TIMESTAMP_OFFSET);
    }

    /** Whether an unknown key of a partition was perhaps lost. */
    public boolean isIncomplete(int partition) {
        return incomplete[partition];
    }
}
