package io.pragh.tinkerpop.process.plan;

import io.pragh.core.base.PraghException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.jspecify.annotations.Nullable;

/** How many bytes the operators of one execution hold, about, and how many they may. One thread. */
// Operators of an inner chain hold nothing any more when it is through, and no one tells. But one inner chain runs
// at a time, and an operator of the outer one goes on when it is through, or between two of its calls: so when another
// one begins, or the outer operator tells what it holds, what inner ones have told is forgotten, and those that still
// run tell it again with their next rows.
final class Budget {
    /** No limit. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private static final int OBJECT_BYTES = 24;
    private static final int TEXT_BYTES = 56;
    private static final int PLACE_BYTES = 48;
    /** Of an element, or of a value that is not known. */
    static final int HANDLE_BYTES = 64;

    private final long bytesMax;
    private long held;
    /** What operators of chains in chains hold, by how deep these are. */
    private long[] ofLevel = {0};

    private int[] forgotten = {0};

    Budget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** What one operator holds. */
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
         * It holds so many bytes now.
         *
         * @throws PraghException when that is more than the query may hold
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

    /** What operators of chains inside this level have told counts no more. */
    void forgetBelow(int level) {
        for (int inner = level + 1; inner < ofLevel.length; inner++) {
            if (ofLevel[inner] != 0) {
                held -= ofLevel[inner];
                ofLevel[inner] = 0;
                forgotten[inner]++;
            }
        }
    }

    /** For an operator of a chain that is so deep in others. */
    Holder holder(int level, String step) {
        if (level >= ofLevel.length) {
            ofLevel = Arrays.copyOf(ofLevel, 2 * level);
            forgotten = Arrays.copyOf(forgotten, 2 * level);
        }
        return new Holder(level, step);
    }

    /** About how many bytes a value takes. */
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
