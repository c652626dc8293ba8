package io.pragh.core.standing;

import io.pragh.core.access.LocalShare;
import io.pragh.core.memory.Region;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.table.KeyTable;
import org.jspecify.annotations.Nullable;

/** What readers of a node see of its share. Stateless. */
final class ShareViews {
    private ShareViews() {}

    /** Where readers find what lies here. */
    static LocalShare forReaders(StoreShare share, Standing standing) {
        int count = share.partitions();
        @Nullable Region[] regions = new Region[count];
        @Nullable KeyTable[] tables = new KeyTable[count];
        boolean[] incomplete = new boolean[count];
        for (int id = 0; id < count; id++) {
            Partition partition = share.partition(id);
            if (partition != null && standing != Standing.SILENT) {
                incomplete[id] = partition.isIncomplete();
                // while slots may name its former life's memory, its values are read through the fabric, which checks
                // bounds and leases; so they are while this node does not know whom the others have lost
                boolean trusted = !share.isUnmarked(id) && standing != Standing.READ_ONLY;
                regions[id] = trusted ? partition.region() : null;
                tables[id] = partition.table();
            }
        }
        return new LocalShare(regions, tables, incomplete);
    }
}
