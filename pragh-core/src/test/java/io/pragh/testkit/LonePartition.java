package io.pragh.testkit;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.timestamp.Timestamps;

/** Makes partitions without a node around them, whose words are swapped by their processor alone. Stateless. */
public final class LonePartition {
    private LonePartition() {}

    /** An empty partition, ready to be exposed; no snapshot is open. */
    public static Partition create(int id, HomeMap homes, MemoryLimits limits, ReaderPins pins, LeasePolicy lease) {
        OwnWords words = OwnWords.of(new LocalNetwork(LatencyModel.NONE, Clock.SYSTEM).join(0));
        return Partition.create(
                id,
                homes,
                limits,
                new Partition.Surroundings(pins, lease.reclaimNanos(), words, () -> Timestamps.NEVER, Region::direct));
    }
}
