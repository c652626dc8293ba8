package io.pragh.core.store.value;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * A view of a block's tail, the entries that were appended to a value in place: records in the slack of the block,
 * behind the body, each with the timestamp of its commit. The body stays as it was built; the state word says how
 * many records count. Only the owner writes records, each one once, over zeros.
 *
 * <pre>
 *   … body | pad to 8 | record | record | … 0
 *
 *   narrow    63      62     61          8 7          0      63      62          35 34     0
 *             | 1     | 0    | timestamp   | first 28… |     | 1     | first 0…     | second |
 *   wide      | 1     | 1    | timestamp   | 0         |     first   second               each with its highest bit inverted
 * </pre>
 *
 * <p>A zero word is always one that was not yet written when it was read. All records of a block have the form of its
 * first one. The JIT compiler keeps a view off the heap.
 *
 * @param region the region that holds the block
 * @param begin offset of the first record
 * @param count the number of records that count
 * @param form the form of the records, which is looked up in the first record unless it is given
 */
public record Tail(Region region, long begin, int count, Form form) implements AppendedEntries {
    /** The form of the records. */
    enum Form {
        NARROW,
        WIDE,
        UNKNOWN;

        private static Form of(boolean wide) {
            return wide ? WIDE : NARROW;
        }
    }

    /** The largest number of records in a block. */
    public static final int ENTRIES_MAX = ValueAddress.ENTRIES_MAX;

    private static final int NARROW_BYTES = 2 * Long.BYTES;
    private static final int WIDE_BYTES = 3 * Long.BYTES;
    private static final long WRITTEN = 1L << 63;
    private static final long WIDE = 1L << 62;
    private static final int TIMESTAMP_SHIFT = 8;
    private static final long TIMESTAMP_MASK = (1L << 54) - 1;
    private static final int SECOND_BITS = 35;
    private static final long SECOND_MASK = (1L << SECOND_BITS) - 1;
    /** The bits of a narrow record's first number that are in its second word; the others are in its first word. */
    private static final int FIRST_LOW_BITS = 28;

    private static final long FIRST_LOW_MASK = (1L << FIRST_LOW_BITS) - 1;
    private static final long FIRST_MASK = (1L << FIRST_LOW_BITS + TIMESTAMP_SHIFT) - 1;

    /** The records of a block with a body of {@code bodyBytes}. */
    public static Tail of(Region region, long block, int bodyBytes, int count) {
        long begin = block + beginIn(bodyBytes);
        return new Tail(region, begin, count, Form.of(count > 0 && (region.getLong(begin) & WIDE) != 0));
    }

    /**
     * The same without a look at any record, for callers that may need only their number. Each later look at a record
     * looks up the form as well.
     */
    public static Tail unseen(Region region, long block, int bodyBytes, int count) {
        return new Tail(region, block + beginIn(bodyBytes), count, count > 0 ? Form.UNKNOWN : Form.NARROW);
    }

    /** The same for a block that was not read to its end: only the number of records is known. */
    public static Tail unread(Region region, long block, int bodyBytes, int count) {
        return new Tail(region, block + beginIn(bodyBytes), count, Form.NARROW);
    }

    /** The empty tail behind a body without records; the records to come have a form. */
    public static Tail empty(Region region, long block, int bodyBytes, boolean wide) {
        return new Tail(region, block + beginIn(bodyBytes), 0, Form.of(wide));
    }

    /** Whether the records have the wide form. */
    public boolean wide() {
        return form == Form.UNKNOWN ? (region.getLong(begin) & WIDE) != 0 : form == Form.WIDE;
    }

    private static int beginIn(int bodyBytes) {
        return ValueHeader.LENGTH + Math.max(0, bodyBytes) + 7 & ~7;
    }

    /** The number of narrow records for which a block has room. */
    public static int capacity(int blockBytes, int bodyBytes) {
        return Math.min(ENTRIES_MAX, (blockBytes - beginIn(bodyBytes)) / NARROW_BYTES);
    }

    /** The number of narrow records that take as many bytes as {@code wide} wide ones, or a word more. */
    public static int narrowInPlaceOf(int wide) {
        return (wide * WIDE_BYTES + NARROW_BYTES - 1) / NARROW_BYTES;
    }

    /**
     * The size in bytes of a block, header included, that has room for a body and for {@code records} narrow records
     * behind it.
     */
    public static int blockBytes(int bodyBytes, int records) {
        return records == 0 ? ValueHeader.LENGTH + Math.max(0, bodyBytes) : beginIn(bodyBytes) + records * NARROW_BYTES;
    }

    /** Whether a block that ends at an offset has room for {@code records} records of this form. */
    public boolean hasRoomFor(int records, long blockEnd) {
        return records <= ENTRIES_MAX && record(records) <= blockEnd;
    }

    /** The offset behind the last record. */
    public long end() {
        return record(count);
    }

    /** Sets the words behind the last record to zero, in a block that cannot be reached yet. */
    public void clearBehind(long blockEnd) {
        if (end() < blockEnd) {
            region.clear(end(), (int) (blockEnd - end()));
        }
    }

    /** Whether a record of this form can represent an entry. */
    public boolean fits(long first, long second) {
        return wide() ? first != WRITTEN && second != WRITTEN : isNarrow(first, second);
    }

    /** Whether a narrow record can represent an entry. */
    public static boolean isNarrow(long first, long second) {
        return (first & ~FIRST_MASK) == 0 && (second & ~SECOND_MASK) == 0;
    }

    /** Writes the record number {@code entry} behind this view's last one. It counts when the state word says so. */
    public void write(int entry, long timestamp, long first, long second) {
        long at = record(count + entry);
        long stamp = WRITTEN | timestamp << TIMESTAMP_SHIFT;
        if (wide()) {
            region.setLong(at, stamp | WIDE);
            region.setLong(at + Long.BYTES, first ^ WRITTEN);
            region.setLong(at + 2 * Long.BYTES, second ^ WRITTEN);
        } else {
            region.setLong(at, stamp | first >>> FIRST_LOW_BITS);
            region.setLong(at + Long.BYTES, WRITTEN | (first & FIRST_LOW_MASK) << SECOND_BITS | second);
        }
    }

    /**
     * The records that a snapshot sees; null when a READ has brought the state word, but not yet all of the records.
     */
    public @Nullable Tail seenAt(long timestamp) {
        int seen = 0;
        while (seen < count) {
            long at = record(seen);
            long written = region.getLong(at);
            if (written != 0 && timestamp(written) > timestamp) {
                break;
            }
            if (written == 0
                    || region.getLong(at + Long.BYTES) == 0
                    || wide() && region.getLong(at + 2 * Long.BYTES) == 0) {
                return null;
            }
            seen++;
        }
        return seen == count ? this : new Tail(region, begin, seen, form);
    }

    private static long timestamp(long word) {
        return word >>> TIMESTAMP_SHIFT & TIMESTAMP_MASK;
    }

    /** Whether all records were read. */
    public boolean isWhole() {
        return seenAt(Long.MAX_VALUE) != null;
    }

    /** The timestamp of the last record's commit; there must be a record. */
    public long lastTimestamp() {
        return timestamp(region.getLong(record(count - 1)));
    }

    @Override
    public long first(int entry) {
        long at = record(entry);
        long word = region.getLong(at + Long.BYTES);
        return wide()
                ? word ^ WRITTEN
                : region.getLong(at) << FIRST_LOW_BITS & FIRST_MASK & ~FIRST_LOW_MASK
                        | word >>> SECOND_BITS & FIRST_LOW_MASK;
    }

    @Override
    public long second(int entry) {
        long at = record(entry);
        return wide() ? region.getLong(at + 2 * Long.BYTES) ^ WRITTEN : region.getLong(at + Long.BYTES) & SECOND_MASK;
    }

    private long record(int entry) {
        return begin + (long) entry * (wide() ? WIDE_BYTES : NARROW_BYTES);
    }
}
