package io.pragh.core.standing;

import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.base.RunningClock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.reclaim.ReaderPins;

/**
 * What every part of a node stands on. Immutable.
 *
 * @param fabric how it reaches others, and itself
 * @param membership who serves what
 * @param homes which partition is the home of a key
 * @param memory limits of a partition
 * @param lease how long cached addresses may be used
 * @param cache of locations
 * @param pins of readers in this process
 * @param words swaps words of the node's own partitions
 * @param clock what time it is
 * @param running the same while the process runs
 */
public record NodeBasis(
        Fabric fabric,
        Membership membership,
        HomeMap homes,
        MemoryLimits memory,
        LeasePolicy lease,
        LocationCache cache,
        ReaderPins pins,
        OwnWords words,
        Clock clock,
        RunningClock running) {

    /** Of a node that has looked at nothing yet. */
    public static NodeBasis of(
            Fabric fabric,
            Membership membership,
            MemoryLimits memory,
            LeasePolicy lease,
            long cacheBytes,
            Clock clock) {
        return new NodeBasis(
                fabric,
                membership,
                new HomeMap(membership.view().partitions()),
                memory,
                lease,
                new LocationCache(cacheBytes, lease),
                new ReaderPins(),
                OwnWords.of(fabric),
                clock,
                new RunningClock(clock));
    }

    /** Number of the node. */
    public int self() {
        return fabric.self();
    }

    /** The latest picture of the cluster. */
    public ClusterView view() {
        return membership.view();
    }

    /** How long retired memory rests for the sake of readers on other nodes: not at all where there never is one. */
    public long restNanos() {
        return membership.isAloneForGood() ? 0 : lease.reclaimNanos();
    }

    /** Whether there is no other member. */
    public boolean isAlone() {
        return view().members().size() == 1;
    }
}
