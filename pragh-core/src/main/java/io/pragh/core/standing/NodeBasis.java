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
 * The facilities that every part of a node uses. Immutable.
 *
 * @param fabric connects the node to others, and to itself
 * @param membership knows the members and the partitions that they serve
 * @param homes maps keys to their homes
 * @param memory limits of a partition
 * @param lease how long cached addresses may be used
 * @param cache cache of locations
 * @param pins pins of readers in this process
 * @param words swaps words of the node's own partitions
 * @param clock the clock
 * @param running the same clock, for time in which the process runs
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

    /** The basis of a node with an empty location cache. */
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

    /** The number of the node. */
    public int self() {
        return fabric.self();
    }

    /** The latest view of the cluster. */
    public ClusterView view() {
        return membership.view();
    }

    /**
     * How long retired memory rests for the sake of readers on other nodes: not at all if there will never be another
     * node.
     */
    public long restNanos() {
        return membership.isAloneForGood() ? 0 : lease.reclaimNanos();
    }

    /** Whether there is no other member. */
    public boolean isAlone() {
        return view().members().size() == 1;
    }
}
