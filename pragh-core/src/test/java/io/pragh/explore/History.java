package io.pragh.explore;

import io.pragh.core.access.SteppedRead;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The update of the explored worlds: it appends its digit to the value, so that a value tells which updates made it
 * and in which order. Stateless.
 *
 * <pre>
 *   0         8            16
 *   | history | its seal   | its complement |      three bits per digit; the seal is tied to the key
 * </pre>
 */
class History implements ValueOperation {
    /** The history of a key that has no value. */
    static final long NONE = 0;
    /** Bytes that no update has written. */
    static final long GARBAGE = -1;

    static final int CODE = 1;
    static final int BODY_WORDS = 3;
    static final int BODY_BYTES = BODY_WORDS * Long.BYTES;

    private static final int DIGIT_BITS = 3;
    private static final long DIGIT_MASK = (1 << DIGIT_BITS) - 1;

    /** The update that appends a digit, 1 to 7. */
    static Update append(long key, int digit) {
        return new Update(CODE, key, digit, 0);
    }

    /** The update that writes a whole value made by one digit alone. */
    static Update whole(long key, int digit) {
        ByteBuffer body = ByteBuffer.allocate(BODY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        body.putLong(digit).putLong(seal(key, digit)).putLong(~(long) digit);
        return Blob.of(key, body.array());
    }

    /** The history after these updates, in this order. */
    static long after(int... digits) {
        long history = NONE;
        for (int digit : digits) {
            history = history << DIGIT_BITS | digit;
        }
        return history;
    }

    /** The result of a read: a history, or {@link #GARBAGE}. */
    static long of(long key, SteppedRead read) {
        if (read.wordCount() == 0) {
            return NONE;
        }
        long history = read.word(0);
        boolean whole =
                read.wordCount() == BODY_WORDS && read.word(1) == seal(key, history) && read.word(2) == ~history;
        return whole && history > 0 ? history : GARBAGE;
    }

    /** The history with one more update. */
    static long then(long history, long digit) {
        return history << DIGIT_BITS | digit;
    }

    /** The number of updates in a history. */
    static int length(long history) {
        return (Long.SIZE - Long.numberOfLeadingZeros(history) + DIGIT_BITS - 1) / DIGIT_BITS;
    }

    /** How often an update is in a history. */
    static int count(long history, int digit) {
        int count = 0;
        for (long rest = history; rest != 0; rest >>>= DIGIT_BITS) {
            count += (rest & DIGIT_MASK) == digit ? 1 : 0;
        }
        return count;
    }

    /** Whether the later history equals the earlier one, or follows from it by further updates. */
    static boolean isPrefix(long earlier, long later) {
        return length(earlier) <= length(later) && later >>> (length(later) - length(earlier)) * DIGIT_BITS == earlier;
    }

    private static long seal(long key, long history) {
        return Long.rotateLeft(key ^ history * 0x9E3779B97F4A7C15L, 29);
    }

    @Override
    public int code() {
        return CODE;
    }

    @Override
    public int newBytes(Update update, Region region, long body, int bodyBytes) {
        return BODY_BYTES;
    }

    @Override
    public void write(Update update, Region region, long body, int bodyBytes, Region target, long newBody, int bytes) {
        long history = (bodyBytes == ABSENT ? NONE : region.getLong(body)) << DIGIT_BITS | update.first();
        write(update.key(), history, target, newBody);
    }

    static void write(long key, long history, Region target, long newBody) {
        target.setLong(newBody, history);
        target.setLong(newBody + Long.BYTES, seal(key, history));
        target.setLong(newBody + 2 * Long.BYTES, ~history);
    }
}
