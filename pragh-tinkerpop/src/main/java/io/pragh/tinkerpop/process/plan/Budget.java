package io.pragh.tinkerpop.process.plan;

import io.pragh.core.base.PraghException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.jspecify.annotations.Nullable;

/** Tracks approximately how many bytes the operators of one execution hold, against their bound. One thread. */
// Operators of an inner chain hold nothing any more when the chain ends, but nothing reports that. Since one inner
// chain runs at a time, and an operator of the outer chain continues when the inner one ends or between two of its
// calls, this suffices: when another inner chain begins, or the outer operator reports its bytes, the reports of
// inner operators are discarded, and those that still run report again with their next rows.
final class Budget {
    /** No limit. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private static final int OBJECT_BYTES = 24;
    private static final int TEXT_BYTES = 56;
    private static final int PLACE_BYTES = 48;
    /** Bytes of an element, or of a value of unknown size. */
    static final int HANDLE_BYTES = 64;

    private final long bytesMax;
    private long held;
    /** Bytes that the operators of nested chains hold, by nesting level. */
    private long[] ofLevel = {0};

    private int[] forgotten = {0};

    Budget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** The bytes that one operator holds. */
    final class Holder {
        private final int level;
        private final String step;
        private int told;
        private long bytes;

        private Holder(int level, String step) {
            this.level = level;
            this.step = step;
            this.told = forgotten[level];
        }

        /**
         * Sets the bytes that it holds now.
         *
         * @throws PraghException when that exceeds the bound of the query
         */
        void now(long bytesNow) {
            long before = told == forgotten[level] ? bytes : 0;
            told = forgotten[level];
            bytes = bytesNow;
            forgetBelow(level);
            ofLevel[level] += bytesNow - before;
            held += bytesNow - before;
            if (held > bytesMax) {
                throw new PraghException(
                        "a query holds more than it may; ask for less at a time, or raise pragh.queryBytesMax: step="
                                + step + " bytes=" + held + " pragh.queryBytesMax=" + bytesMax);
            }
        }
    }

    /** Discards the reports of operators of chains inside this level. */
    void forgetBelow(int level) {
        for (int inner = level + 1; inner < ofLevel.length; inner++) {
            if (ofLevel[inner] != 0) {
                held -= ofLevel[inner];
                ofLevel[inner] = 0;
                forgotten[inner]++;
            }
        }
    }

    /** The holder for an operator of a chain at a nesting level. */
    Holder holder(int level, String step) {
        if (level >= ofLevel.length) {
            ofLevel = Arrays.copyOf(ofLevel, 2 * level);
            forgotten = Arrays.copyOf(forgotten, 2 * level);
        }
        return new Holder(level, step);
    }

    /** The approximate size of a value in bytes. */
    static long of(@Nullable Object value) {
        if (value instanceof String text) {
            return (long) TEXT_BYTES + text.length();
        } else if (value instanceof Number || value instanceof Boolean) {
            return OBJECT_BYTES;
        } else if (value instanceof Collection<?> several) {
            return several.stream()
                            .mapToLong(each -> PLACE_BYTES / 2 + of(each))
                            .sum()
                    + PLACE_BYTES;
        } else if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                            .mapToLong(each -> PLACE_BYTES + of(each.getKey()) + of(each.getValue()))
                            .sum()
                    + PLACE_BYTES;
        }
        return value instanceof Path path ? HANDLE_BYTES + (long) PLACE_BYTES * path.size() : HANDLE_BYTES;
    }
}
