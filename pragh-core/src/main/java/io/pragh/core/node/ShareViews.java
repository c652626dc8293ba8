package io.pragh.core.node;

import io.pragh.core.access.LocalShare;
import io.pragh.core.memory.Region;
import io.pragh.core.placement.migrate.MigrationTarget;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.table.KeyTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What readers and the migrator of a node see of its share. Stateless. */
final class ShareViews {
    private ShareViews() {}

    /** Where readers find what lies here. */
    static LocalShare forReaders(StoreShare share, SelfFence.Standing standing) {
        int count = share.partitions();
        @Nullable Region[] regions = new Region[count];
        @Nullable KeyTable[] tables = new KeyTable[count];
        boolean[] incomplete = new boolean[count];
        for (int id = 0; id < count; id++) {
            Partition partition = share.partition(id);
            if (partition != null && standing != SelfFence.Standing.SILENT) {
                incomplete[id] = partition.isIncomplete();
                // while slots may name its former life's memory, its values are read through the fabric, which checks
                // bounds and leases; so they are while this node does not know whom the others have lost
                boolean trusted = !share.isUnmarked(id) && standing != SelfFence.Standing.READ_ONLY;
                regions[id] = trusted ? partition.region() : null;
                tables[id] = partition.table();
            }
        }
        return new LocalShare(regions, tables, incomplete);
    }

    /** Where migrated values go. */
    static List<MigrationTarget> forMigrator(StoreShare share) {
        List<MigrationTarget> targets = new ArrayList<>();
        for (int id = 0; id < share.partitions(); id++) {
            Partition partition = share.partition(id);
            if (partition != null) {
                targets.add(new MigrationTarget(partition.id(), partition.region(), partition.blocks()));
            }
        }
        return targets;
    }
}
