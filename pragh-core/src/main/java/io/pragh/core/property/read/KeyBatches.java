package io.pragh.core.property.read;

import io.pragh.core.api.KeyScan;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.element.Bodies;
import java.util.Arrays;

/** Iterates over the keys of a kind in a partition, some hundred at a time. One thread at a time. */
public final class KeyBatches {
    private final KeyScan scan;
    private final Runnable whenScanned;
    private final int partition;
    private final int kind;
    private long cursor;
    private long[] keys = {};
    private int count;

    /** The keys that exist now. */
    public KeyBatches(KeyScan scan, int partition, int kind) {
        this(scan, partition, kind, () -> {});
    }

    /**
     * At least the keys that the transaction's snapshot sees. Throws {@link
     * io.pragh.core.api.SnapshotTooOldException} once the snapshot has expired: its keys may have been deleted since,
     * and their slots given to others.
     */
    KeyBatches(Scope scope, int partition, int kind) {
        this(scope.keyScan(), partition, kind, scope.transaction()::checkFresh);
    }

    private KeyBatches(KeyScan scan, int partition, int kind, Runnable whenScanned) {
        this.scan = scan;
        this.whenScanned = whenScanned;
        this.partition = partition;
        this.kind = kind;
    }

    /** Whether there may be more keys. */
    public boolean hasNext() {
        return cursor != KeyScan.END;
    }

    /** The position of the next keys: a cursor of a {@link KeyScan}. */
    long cursor() {
        return cursor;
    }

    /** Continues at another cursor. */
    void goTo(long other) {
        cursor = other;
    }

    /** Returns the next keys, perhaps none. */
    public long[] next() {
        keys = new long[Bodies.AT_ONCE];
        count = 0;
        cursor = scan.scan(partition, kind, cursor, Bodies.AT_ONCE, this::add);
        whenScanned.run();
        return Arrays.copyOf(keys, count);
    }

    private void add(long key) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
        }
        keys[count++] = key;
    }
}
