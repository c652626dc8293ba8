package io.pragh.core.standing;

import io.pragh.core.access.LocalShare;
import io.pragh.core.memory.Region;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.table.KeyTable;
import org.jspecify.annotations.Nullable;

/** Makes views of a node's share for readers. Stateless. */
final class ShareViews {
    private ShareViews() {}

    /** The share as readers may use it in a standing. */
    static LocalShare forReaders(StoreShare share, Standing standing) {
        int count = share.partitions();
        @Nullable Region[] regions = new Region[count];
        @Nullable KeyTable[] tables = new KeyTable[count];
        boolean[] incomplete = new boolean[count];
        for (int id = 0; id < count; id++) {
            Partition partition = share.partition(id);
            if (partition != null && standing != Standing.SILENT) {
                incomplete[id] = partition.isIncomplete();
                // While slots may name memory of the partition's former life, its values are read through the fabric,
                // which checks bounds and leases. The same holds while this node does not know which members the
                // others have lost.
                boolean trusted = !share.isUnmarked(id) && standing != Standing.READ_ONLY;
                regions[id] = trusted ? partition.region() : null;
                tables[id] = partition.table();
            }
        }
        return new LocalShare(regions, tables, incomplete);
    }
}
