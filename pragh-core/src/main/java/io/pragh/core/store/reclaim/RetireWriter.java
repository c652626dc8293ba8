package io.pragh.core.store.reclaim;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.LongQueue;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;

/**
 * Writes retired addresses into the rings of other partitions ({@link RetireRings}), on behalf of one partition. If a
 * ring is full, or its owner cannot be reached, the addresses stay queued here until a later {@link #flush}, which
 * does not wait. One thread.
 *
 * <p>A retired address costs one WRITE, and one READ of the consumed counter per turn of the ring. A writer that
 * takes over a ring of another (fenced) writer finds its place by reading the ring.
 */
public final class RetireWriter {
    /** In place of a partition: the node has none on whose behalf it could write. */
    public static final int NOBODY = -1;

    private static final long UNKNOWN = -1;

    private int writer = NOBODY;
    private final Endpoint endpoint;
    private final Batch batch = new Batch(64);
    private final Target[] targets;
    private final int batchMax;

    private static final class Target {
        long ring = UNKNOWN;
        int capacity;
        long written;
        long consumed;
        /** Bit i: the entry i places behind the next one is filled already. */
        long ahead;
        /** The number of the first entry of which that is not known. */
        long surveyed;

        final LongQueue waiting = new LongQueue();
    }

    /** A writer with the ring number {@code writerPartition} in each of {@code partitions} partitions. */
    public RetireWriter(int writerPartition, int partitions, Endpoint endpoint) {
        this.endpoint = endpoint;
        this.targets = new Target[partitions];
        this.batchMax = 64;
        for (int p = 0; p < partitions; p++) {
            targets[p] = new Target();
        }
        writeAs(writerPartition);
    }

    /**
     * Changes the writing partition: one that this node serves, or {@link #NOBODY}. Only the node that serves a
     * partition may write into the rings with its number.
     */
    public void writeAs(int writerPartition) {
        writer = writerPartition;
        for (Target target : targets) {
            target.ring = UNKNOWN;
        }
    }

    /** The partition on whose behalf it writes. */
    public int writer() {
        return writer;
    }

    /** Retires a block of another partition: queued, and written by the next {@link #flush}. */
    public void retire(int partition, long address) {
        targets[partition].waiting.add(address);
    }

    /** Forgets the state of a partition's ring: another node serves the partition now, with memory of its own. */
    public void forget(int partition) {
        targets[partition] = new Target();
    }

    /** The number of addresses that have not been written yet. */
    public int backlog() {
        int sum = 0;
        for (Target target : targets) {
            sum += target.waiting.size();
        }
        return sum;
    }

    /** Writes as many addresses as the rings have room for; the rest stays queued. Returns true when none is left. */
    public boolean flush() {
        boolean empty = true;
        for (int partition = 0; partition < targets.length; partition++) {
            Target target = targets[partition];
            while (target.waiting.size() > 0 && flushSome(partition, target)) {}
            empty &= target.waiting.size() == 0;
        }
        return empty;
    }

    /** Writes one batch to one partition; false when the ring is full or out of reach. */
    private boolean flushSome(int partition, Target target) {
        if (target.written == target.surveyed) {
            target.ring = UNKNOWN;
        }
        if (writer == NOBODY || target.ring == UNKNOWN && !find(partition, target)) {
            return false;
        }
        if (target.written - target.consumed == target.capacity && !readConsumed(partition, target)) {
            return false;
        }
        batch.clear();
        int room = (int) Math.min(batchMax, target.capacity - (target.written - target.consumed));
        int known = (int) Math.min(room, target.surveyed - target.written);
        int places = 0;
        for (; places < known && batch.count() < target.waiting.size(); places++) {
            if ((target.ahead >>> places & 1) == 0) {
                batch.writeWord(partition, entry(target, target.written + places), target.waiting.get(batch.count()));
            }
        }
        endpoint.execute(batch);
        for (int op = 0; op < batch.count(); op++) {
            if (!batch.ok(op)) {
                // The addresses may have been written, and even taken since, as may those behind them. All waiting
                // addresses are written again, behind the entries that the ring holds by then: retiring twice is
                // harmless, writing to an entry that the owner has passed is not.
                target.ring = UNKNOWN;
                return false;
            }
            target.waiting.drop(1);
        }
        while (places < known && (target.ahead >>> places & 1) != 0) {
            places++;
        }
        target.written += places;
        target.ahead = places < Long.SIZE ? target.ahead >>> places : 0;
        return true;
    }

    private boolean readConsumed(int partition, Target target) {
        batch.clear();
        batch.readWord(partition, target.ring);
        endpoint.execute(batch);
        if (!batch.ok(0)) {
            return false;
        }
        target.consumed = batch.result(0);
        return target.written - target.consumed < target.capacity;
    }

    /** Finds the ring, and the first free entry behind those that an earlier writer has filled. */
    private boolean find(int partition, Target target) {
        long directory = word(partition, PartitionHeader.RINGS_OFFSET);
        if (directory <= 0) {
            return false;
        }
        long sizes = word(partition, directory);
        if (sizes <= 0) {
            return false;
        }
        int capacity = (int) (sizes >>> 32);
        Invariant.check(writer < (int) sizes, "a partition has a ring for every partition", sizes);
        long ring = directory + RetireRings.DIRECTORY_BYTES + (long) writer * RetireRings.ringBytes(capacity);
        long consumed = word(partition, ring);
        if (consumed < 0) {
            return false;
        }
        long written = consumed;
        long entry = 1;
        while (entry > 0 && written - consumed < capacity) {
            entry = word(partition, ring + RetireRings.RING_HEADER_BYTES + written % capacity * Long.BYTES);
            if (entry < 0) {
                return false;
            }
            written += entry > 0 ? 1 : 0;
        }
        target.capacity = capacity;
        target.consumed = consumed;
        target.written = written;
        findAhead(partition, ring, target);
        long taking = word(partition, ring + RetireRings.TAKING_OFFSET);
        if (taking < 0 || taking > consumed) {
            return false; // the owner takes entries meanwhile: those that look free may have been passed
        }
        target.ring = ring;
        return true;
    }

    /**
     * Finds entries that are filled behind the first free one, because a WRITE was lost and later ones of its batch
     * were not. The owner takes them as soon as the free one is filled, so they must not be written again.
     */
    private void findAhead(int partition, long ring, Target target) {
        int places = (int) Math.min(batchMax, target.capacity - (target.written - target.consumed));
        batch.clear();
        for (int place = 1; place < places; place++) {
            batch.readWord(
                    partition,
                    ring + RetireRings.RING_HEADER_BYTES + (target.written + place) % target.capacity * Long.BYTES);
        }
        if (batch.count() > 0) {
            endpoint.execute(batch);
        }
        target.ahead = 0;
        int read = 0;
        while (read < batch.count() && batch.ok(read)) {
            target.ahead |= batch.result(read) == 0 ? 0 : 1L << read + 1;
            read++;
        }
        target.surveyed = read == batch.count() ? Long.MAX_VALUE : target.written + 1 + read;
    }

    private static long entry(Target target, long number) {
        return target.ring + RetireRings.RING_HEADER_BYTES + number % target.capacity * Long.BYTES;
    }

    private long word(int partition, long offset) {
        batch.clear();
        batch.readWord(partition, offset);
        endpoint.execute(batch);
        return batch.ok(0) ? batch.result(0) : -1;
    }
}
