package io.pragh.core.store;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.WordList;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.ValueHeader;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The tombstones of one partition, in the order of their publication, until their keys are forgotten. Any thread. */
// A tombstone stays for a while for two reasons. A reader with an older address, and a migrator that has read the
// slot before, must find for a lease that the address has changed, and the generation in the key's address continues
// from the tombstone. And a snapshot that was opened before the deletion follows the tombstone to the version before.
// So it is due when a lease and its margin have passed since it was published and when no open snapshot is older than
// it.
public final class Tombstones {
    /**
     * The number of tombstones that are remembered; one beyond stays until its key is written again, which costs its
     * block and slot.
     */
    public static final int COUNT_MAX = 1 << 20;

    private final Region region;
    private final long restNanos;
    private final ArrayDeque<Tombstone> waiting = new ArrayDeque<>();

    /**
     * A key that was deleted.
     *
     * @param key the key
     * @param address the tombstone's address
     * @param sinceNanos when it was published, or last found to be needed
     */
    public record Tombstone(long key, long address, long sinceNanos) {}

    Tombstones(Region region, long restNanos) {
        this.region = region;
        this.restNanos = restNanos;
    }

    /**
     * Adds a tombstone that was published as the key's current version, or one that is still needed and is to be
     * looked at later.
     */
    public synchronized void add(long key, long address, long nowNanos) {
        if (waiting.size() < COUNT_MAX) {
            waiting.add(new Tombstone(key, address, nowNanos));
        }
    }

    /** Writes down the waiting tombstones. */
    synchronized void describe(WordList description) {
        description.add(waiting.size());
        waiting.forEach(tombstone -> description.add(tombstone.key).add(tombstone.address));
    }

    /** Adds tombstones that another node has described; they wait as if they had been published now. */
    void add(WordList description, long nowNanos) {
        for (long count = description.next(); count > 0; count--) {
            long key = description.next();
            add(key, description.next(), nowNanos);
        }
    }

    /** The number of waiting tombstones. */
    public synchronized int count() {
        return waiting.size();
    }

    /**
     * Takes the next tombstone that is due, or null; {@code horizon}: the oldest version that an open snapshot may
     * ask for.
     */
    public synchronized @Nullable Tombstone take(long nowNanos, long horizon) {
        Tombstone first = waiting.peek();
        if (first == null || nowNanos - first.sinceNanos < restNanos) {
            return null;
        }
        long version = region.getLong(ValueAddress.offset(first.address) + ValueHeader.VERSION_OFFSET);
        return version <= horizon ? waiting.poll() : null;
    }
}
