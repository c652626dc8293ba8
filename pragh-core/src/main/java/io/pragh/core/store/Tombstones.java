package io.pragh.core.store;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.WordList;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.ValueHeader;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The tombstones of one partition, in the order in which they were published, until their keys are forgotten. Any thread.
 */
// Why a tombstone stays for a while: a reader by an older address and a migrator that has read the slot before must
// find that the address has changed, for a lease, and the generation in the key's address goes on from it; and a
// snapshot that was opened before the deletion follows it to the version before. So it is due when a lease and its
// margin have passed since it was published and when no open snapshot is older than it.
public final class Tombstones {
    /** Remembered at most; a tombstone beyond stays until its key is written again, which costs its block and slot. */
    public static final int COUNT_MAX = 1 << 20;

    private final Region region;
    private final long restNanos;
    private final ArrayDeque<Tombstone> waiting = new ArrayDeque<>();

    /**
     * A key that was deleted.
     *
     * @param key the key
     * @param address of the tombstone
     * @param sinceNanos when it was published, or last found to be needed
     */
    public record Tombstone(long key, long address, long sinceNanos) {}

    Tombstones(Region region, long restNanos) {
        this.region = region;
        this.restNanos = restNanos;
    }

    /** A tombstone lies here and is the key's current version; or it is still needed, and to be looked at again later. */
    public synchronized void add(long key, long address, long nowNanos) {
        if (waiting.size() < COUNT_MAX) {
            waiting.add(new Tombstone(key, address, nowNanos));
        }
    }

    /** Writes down which wait. */
    synchronized void describe(WordList description) {
        description.add(waiting.size());
        waiting.forEach(tombstone -> description.add(tombstone.key).add(tombstone.address));
    }

    /** Takes in those that were described elsewhere; they are due as if they had been published now. */
    void add(WordList description, long nowNanos) {
        for (long count = description.next(); count > 0; count--) {
            long key = description.next();
            add(key, description.next(), nowNanos);
        }
    }

    /** How many wait. */
    public synchronized int count() {
        return waiting.size();
    }

    /** Takes the next tombstone that is due, or null; {@code horizon}: the oldest version that an open snapshot may ask for. */
    public synchronized @Nullable Tombstone take(long nowNanos, long horizon) {
        Tombstone first = waiting.peek();
        if (first == null || nowNanos - first.sinceNanos < restNanos) {
            return null;
        }
        long version = region.getLong(ValueAddress.offset(first.address) + ValueHeader.VERSION_OFFSET);
        return version <= horizon ? waiting.poll() : null;
    }
}
