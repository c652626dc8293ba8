package io.pragh.core.access;

import io.pragh.core.memory.Region;
import io.pragh.core.store.table.KeyTable;
import org.jspecify.annotations.Nullable;

/** What lies in this node's own memory: region and key table of every partition it serves. Immutable; replaced on take-over. */
public final class LocalShare {
    private final @Nullable Region[] regions;
    private final @Nullable KeyTable[] tables;

    /** Arrays indexed by partition, null where another node serves it. */
    public LocalShare(@Nullable Region[] regions, @Nullable KeyTable[] tables) {
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

    /** How many partitions the graph has. */
    public int partitions() {
        return regions.length;
    }
}
