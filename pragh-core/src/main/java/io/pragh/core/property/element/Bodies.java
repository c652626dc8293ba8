package io.pragh.core.property.element;

import io.pragh.core.api.Transaction;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * Reads values as copies, in batches. Callers decode the copies after the read, because decoding may need reads of
 * its own. Stateless.
 */
public final class Bodies {
    /** How many values callers read in one batch. */
    public static final int AT_ONCE = 1024;

    private Bodies() {}

    /** Reads whole values, validated; null where there is none. */
    public static byte[] @Nullable [] read(Transaction transaction, long[] keys) {
        byte[] @Nullable [] bodies = new byte[keys.length][];
        transaction.read(keys, 0, keys.length, Integer.MAX_VALUE, copies(bodies));
        return bodies;
    }

    private static ValueVisitor copies(byte[] @Nullable [] bodies) {
        return new ValueVisitor() {
            @Override
            public void value(int index, Region region, long body, int bodyBytes) {
                byte[] copy = new byte[bodyBytes];
                region.get(body, copy, 0, bodyBytes);
                bodies[index] = copy;
            }

            @Override
            public void absent(int index) {
                bodies[index] = null;
            }
        };
    }

    /** Reads one whole value, validated if the transaction comes to rely on it; null when there is none. */
    public static byte @Nullable [] lookAt(Transaction transaction, long key) {
        byte[] @Nullable [] bodies = new byte[1][];
        transaction.look(new long[] {key}, 0, 1, Integer.MAX_VALUE, copies(bodies));
        return bodies[0];
    }

    /** Reads one whole value, not validated; null when there is none. */
    public static byte @Nullable [] look(Transaction transaction, long key) {
        byte[] @Nullable [] bodies = new byte[1][];
        transaction.navigate(new long[] {key}, 0, 1, Integer.MAX_VALUE, copies(bodies));
        return bodies[0];
    }

    /** Reads one whole value, validated; null when there is none. */
    public static byte @Nullable [] read(Transaction transaction, long key) {
        return read(transaction, new long[] {key})[0];
    }
}
