package io.pragh.core.store.value;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * Entries that were appended to a value in place: records in the slack of its block, behind the body, each with the timestamp of its
 * commit. The body stays as it was built; the state word says how many records count. Written by the owner alone, once each, from zero.
 *
 * <pre>
 *   … body | pad to 8 | timestamp, first, second | timestamp, first, second | … 0
 * </pre>
 *
 * <p>Every word has its highest bit inverted, so that zero is always a word that was not written when it was read. A view of one block's tail; lives on the
 * stack once warm.
 *
 * @param region where the block is
 * @param begin offset of the first record
 * @param count so many records count
 */
public record Tail(Region region, long begin, int count) implements AppendedEntries {
    /** Most records of one block. */
    public static final int ENTRIES_MAX = ValueAddress.ENTRIES_MAX;

    private static final int WORDS = 3;
    private static final int RECORD_BYTES = WORDS * Long.BYTES;
    private static final long WRITTEN = 1L << 63;

    /** The records of a block whose body has so many bytes. */
    public static Tail of(Region region, long block, int bodyBytes, int count) {
        return new Tail(region, block + beginIn(bodyBytes), count);
    }

    private static int beginIn(int bodyBytes) {
        return ValueHeader.LENGTH + Math.max(0, bodyBytes) + 7 & ~7;
    }

    /** How many records there is room for in a block. */
    public static int capacity(int blockBytes, int bodyBytes) {
        return Math.min(ENTRIES_MAX, (blockBytes - beginIn(bodyBytes)) / RECORD_BYTES);
    }

    /** Bytes of a block, header included, that has room for a body and for so many records behind it. */
    public static int blockBytes(int bodyBytes, int records) {
        return records == 0 ? ValueHeader.LENGTH + Math.max(0, bodyBytes) : beginIn(bodyBytes) + records * RECORD_BYTES;
    }

    /** Makes all records of a block that nobody can reach yet, from this view's end on, ones that were not written. */
    public void clearBehind(int capacity) {
        region.clear(record(count), (capacity - count) * RECORD_BYTES);
    }

    /** Whether a record can say it. */
    public static boolean fits(long first, long second) {
        return first != WRITTEN && second != WRITTEN;
    }

    /** Writes the record behind this view's last one, or the one after it …. It counts when the state word says so. */
    public void write(int entry, long timestamp, long first, long second) {
        long at = record(count + entry);
        region.setLong(at, timestamp ^ WRITTEN);
        region.setLong(at + Long.BYTES, first ^ WRITTEN);
        region.setLong(at + 2 * Long.BYTES, second ^ WRITTEN);
    }

    /** The records that a snapshot sees; null when a READ has brought the state word, but not yet all of the records. */
    public @Nullable Tail seenAt(long timestamp) {
        int seen = 0;
        while (seen < count) {
            long at = record(seen);
            long written = region.getLong(at);
            if (written != 0 && (written ^ WRITTEN) > timestamp) {
                break;
            }
            if (written == 0 || region.getLong(at + Long.BYTES) == 0 || region.getLong(at + 2 * Long.BYTES) == 0) {
                return null;
            }
            seen++;
        }
        return seen == count ? this : new Tail(region, begin, seen);
    }

    /** Whether all records are there. */
    public boolean isWhole() {
        return seenAt(Long.MAX_VALUE) != null;
    }

    /** The commit of the last record; there must be one. */
    public long lastTimestamp() {
        return region.getLong(record(count - 1)) ^ WRITTEN;
    }

    @Override
    public long first(int entry) {
        return region.getLong(record(entry) + Long.BYTES) ^ WRITTEN;
    }

    @Override
    public long second(int entry) {
        return region.getLong(record(entry) + 2 * Long.BYTES) ^ WRITTEN;
    }

    private long record(int entry) {
        return begin + (long) entry * RECORD_BYTES;
    }
}
