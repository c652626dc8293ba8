package io.pragh.explore;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.LongQueue;
import io.pragh.core.memory.Region;
import io.pragh.core.store.Partition;
import java.util.ArrayList;
import java.util.List;

/**
 * Retired blocks as one node knows them: addresses that it has yet to write to others, addresses that have arrived in
 * its rings, and its own blocks that rest. A step is one upkeep of its partition. One thread.
 */
final class Retirement implements Actor {
    /** The entries of each ring that an exploration may use. */
    static final int RING_ENTRIES = 12;

    private static final int RING_HEADER_BYTES = 64;
    private static final int LIMBO_WORDS = 3;
    private static final int ADDRESS = 0;
    private static final int RETIRED = 1;

    private final Scenario scenario;
    private final Partition partition;
    private final List<Lens> targets = new ArrayList<>();
    private final List<LongQueue> waiting = new ArrayList<>();
    private final Object[] allTargets;
    private final Object[] firstTargets;
    private final Lens limbo;
    private final List<Lens> reclaimers;
    private final long[] rings;
    private final int node;

    Retirement(Scenario scenario, int node) {
        this.scenario = scenario;
        this.node = node;
        WorldNode owner = scenario.world.nodes[node];
        this.partition = owner.partition;
        this.allTargets = (Object[]) Lens.peek(owner.migrations.retire(), "targets");
        this.firstTargets = allTargets.clone();
        for (Object target : allTargets) {
            targets.add(new Lens(target));
            waiting.add((LongQueue) Lens.peek(target, "waiting"));
        }
        this.limbo = limboOf(partition);
        this.rings = rings(scenario.memory, partition);
        rings(scenario.memory, owner.substitute);
        this.reclaimers = List.of(
                limbo,
                limboOf(owner.substitute),
                new Lens(partition.reclaimer()),
                new Lens(owner.substitute.reclaimer()));
    }

    private static Lens limboOf(Partition partition) {
        return new Lens(Lens.peek(partition.reclaimer(), "limbo"));
    }

    /** Offsets of a partition's rings, which are part of the memory. */
    private static long[] rings(MemoryImage memory, Partition partition) {
        Region region = partition.region();
        long directory = region.getLong(PartitionHeader.RINGS_OFFSET);
        long capacity = region.getLong(directory) >>> 32;
        long[] rings = new long[World.NODES];
        for (int writer = 0; writer < rings.length; writer++) {
            rings[writer] = directory + RING_HEADER_BYTES + writer * (RING_HEADER_BYTES + capacity * Long.BYTES);
            memory.add(region, rings[writer], 2, true); // consumed and taking
            memory.add(region, rings[writer] + RING_HEADER_BYTES, RING_ENTRIES, true);
        }
        return rings;
    }

    /** Whether the node has written all addresses to their owners. */
    boolean isWritten() {
        return scenario.world.nodes[node].migrations.retire().backlog() == 0;
    }

    @Override
    public int choices() {
        return scenario.timePasses() && !scenario.isGone(node) && (hasArrivals() || hasRested()) ? 1 : 0;
    }

    private boolean hasArrivals() {
        Region region = partition.region();
        for (long ring : rings) {
            if (region.getLong(ring + RING_HEADER_BYTES + region.getLong(ring) * Long.BYTES) != 0) {
                return true;
            }
        }
        return false;
    }

    private boolean hasRested() {
        return resting() > 0 && scenario.world.clock.nanos() - limbo(0, RETIRED) >= scenario.world.lease.reclaimNanos();
    }

    private int resting() {
        return (int) limbo.word("size");
    }

    private long limbo(int index, int word) {
        long[] ring = (long[]) limbo.reference("ring");
        int entries = ring.length / LIMBO_WORDS;
        return ring[((int) limbo.word("head") + index) % entries * LIMBO_WORDS + word];
    }

    @Override
    public void act(int choice) {
        partition.upkeep(scenario.world.clock.nanos());
    }

    @Override
    public boolean done() {
        return true;
    }

    @Override
    public void reset() {
        System.arraycopy(firstTargets, 0, allTargets, 0, allTargets.length);
        waiting.forEach(queue -> queue.drop(queue.size()));
        targets.forEach(Lens::reset);
        reclaimers.forEach(Lens::reset);
    }

    @Override
    public void addTo(Fingerprint fingerprint) {
        if (scenario.isDead(node)) {
            return;
        }
        for (int i = 0; i < allTargets.length; i++) {
            boolean first = allTargets[i] == firstTargets[i]; // otherwise another node serves the partition now
            (first ? targets.get(i) : new Lens(allTargets[i])).addTo(fingerprint);
            LongQueue queue = first ? waiting.get(i) : (LongQueue) Lens.peek(allTargets[i], "waiting");
            for (int at = 0; at < queue.size(); at++) {
                fingerprint.add(queue.get(at));
            }
        }
        int resting = resting();
        fingerprint.add(resting);
        for (int i = 0; i < resting; i++) {
            fingerprint.add(limbo(i, ADDRESS));
            fingerprint.add(limbo(i, RETIRED));
        }
    }

    @Override
    public String describe(int choice) {
        return "upkeep of " + node;
    }
}
