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
 *   … body | pad to 8 | record | record | … 0
 *
 *   narrow    63      62     61          8 7          0      63      62          35 34     0
 *             | 1     | 0    | timestamp   | first 28… |     | 1     | first 0…     | second |
 *   wide      | 1     | 1    | timestamp   | 0         |     first   second               each with its highest bit inverted
 * </pre>
 *
 * <p>Zero is always a word that was not written when it was read. All records of a block have the form of its first one. A view of one block's
 * tail; lives on the stack once warm.
 *
 * @param region where the block is
 * @param begin offset of the first record
 * @param count so many records count
 * @param form the form of the records, which is looked up in the first one where nobody has said it
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

    /** Most records of one block. */
    public static final int ENTRIES_MAX = ValueAddress.ENTRIES_MAX;

    private static final int NARROW_BYTES = 2 * Long.BYTES;
    private static final int WIDE_BYTES = 3 * Long.BYTES;
    private static final long WRITTEN = 1L << 63;
    private static final long WIDE = 1L << 62;
    private static final int TIMESTAMP_SHIFT = 8;
    private static final long TIMESTAMP_MASK = (1L << 54) - 1;
    private static final int SECOND_BITS = 35;
    private static final long SECOND_MASK = (1L << SECOND_BITS) - 1;
    /** Of a narrow record's first number these are in its second word, the others in its first. */
    private static final int FIRST_LOW_BITS = 28;

    private static final long FIRST_LOW_MASK = (1L << FIRST_LOW_BITS) - 1;
    private static final long FIRST_MASK = (1L << FIRST_LOW_BITS + TIMESTAMP_SHIFT) - 1;

    /** The records of a block whose body has so many bytes. */
    public static Tail of(Region region, long block, int bodyBytes, int count) {
        long begin = block + beginIn(bodyBytes);
        return new Tail(region, begin, count, Form.of(count > 0 && (region.getLong(begin) & WIDE) != 0));
    }

    /** The same without a look at any record, for who may want no more than their number: each look at one looks up the form, too. */
    public static Tail unseen(Region region, long block, int bodyBytes, int count) {
        return new Tail(region, block + beginIn(bodyBytes), count, count > 0 ? Form.UNKNOWN : Form.NARROW);
    }

    /** The same where the block was not read to its end: no more than how many there are can be told. */
    public static Tail unread(Region region, long block, int bodyBytes, int count) {
        return new Tail(region, block + beginIn(bodyBytes), count, Form.NARROW);
    }

    /** The place behind a body where no record is yet; those that come have a form. */
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

    /** How many narrow records there is room for in a block. */
    public static int capacity(int blockBytes, int bodyBytes) {
        return Math.min(ENTRIES_MAX, (blockBytes - beginIn(bodyBytes)) / NARROW_BYTES);
    }

    /** How many narrow records take as many bytes as so many wide ones, or a word more. */
    public static int narrowInPlaceOf(int wide) {
        return (wide * WIDE_BYTES + NARROW_BYTES - 1) / NARROW_BYTES;
    }

    /** Bytes of a block, header included, that has room for a body and for so many narrow records behind it. */
    public static int blockBytes(int bodyBytes, int records) {
        return records == 0 ? ValueHeader.LENGTH + Math.max(0, bodyBytes) : beginIn(bodyBytes) + records * NARROW_BYTES;
    }

    /** Whether a block that ends at an offset has room for so many records of this form. */
    public boolean hasRoomFor(int records, long blockEnd) {
        return records <= ENTRIES_MAX && record(records) <= blockEnd;
    }

    /** The offset behind the last record. */
    public long end() {
        return record(count);
    }

    /** Makes what is behind the last record, in a block that nobody can reach yet, words that were not written. */
    public void clearBehind(long blockEnd) {
        if (end() < blockEnd) {
            region.clear(end(), (int) (blockEnd - end()));
        }
    }

    /** Whether a record of this form can say it. */
    public boolean fits(long first, long second) {
        return wide() ? first != WRITTEN && second != WRITTEN : isNarrow(first, second);
    }

    /** Whether a narrow record can say it. */
    public static boolean isNarrow(long first, long second) {
        return (first & ~FIRST_MASK) == 0 && (second & ~SECOND_MASK) == 0;
    }

    /** Writes the record behind this view's last one, or the one after it …. It counts when the state word says so. */
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

    /** The records that a snapshot sees; null when a READ has brought the state word, but not yet all of the records. */
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

    /** Whether all records are there. */
    public boolean isWhole() {
        return seenAt(Long.MAX_VALUE) != null;
    }

    /** The commit of the last record; there must be one. */
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
