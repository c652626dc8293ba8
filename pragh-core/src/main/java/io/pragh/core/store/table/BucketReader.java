package io.pragh.core.store.table;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.memory.Words;
import java.nio.ByteBuffer;

/**
 * Finds a key in the image of a bucket, in the home's own memory or in a landing buffer: one algorithm for every
 * reader. The image may be torn between words, and the home may change it meanwhile; an answer was true at some
 * moment since the image was requested. Any thread.
 */
public final class BucketReader {
    /** The key has no slot. */
    public static final long MISSING = -1;
    /**
     * The slots of this bucket, or the slot of this key, have moved: look in the grown table, see
     * {@link TableGeometry#grownBucketOffset}.
     */
    public static final long FORWARDED = -2;
    /** The bucket is full: look in the next one, see {@link #link}. */
    public static final long LINKED = -3;

    private BucketReader() {}

    /**
     * The offset in {@code region} of the key's address word, or {@link #MISSING}, {@link #FORWARDED} or
     * {@link #LINKED}. In the home's own memory the word may turn into {@link ValueAddress#FORWARDED} a moment later,
     * which every read and swap of it has to check.
     */
    public static long find(Region region, long bucket, long key) {
        ByteBuffer segment = region.segment(bucket);
        int base = region.index(bucket);
        int line = Bucket.firstLine(key);
        for (int tried = 0; tried < Bucket.LINES; tried++) {
            int slot = base + line * Bucket.LINE_BYTES;
            for (int end = slot + Bucket.LINE_BYTES; slot < end; slot += Bucket.SLOT_BYTES) {
                long found = Words.getLongAcquire(segment, slot);
                if (found == key) {
                    long address = Words.getLongAcquire(segment, slot + Bucket.ADDRESS_OFFSET);
                    return address == ValueAddress.FORWARDED
                            ? FORWARDED
                            : bucket + (slot + Bucket.ADDRESS_OFFSET - base);
                }
                if (found == 0) {
                    return Words.getLongAcquire(segment, base + Bucket.MARK_OFFSET) == Bucket.OPEN
                            ? MISSING
                            : FORWARDED;
                }
            }
            line = line + 1 & Bucket.LINES - 1;
        }
        return notHere(segment, base);
    }

    /**
     * The offset, in the home's region, of the bucket after this one; asked when {@link #find} has answered
     * {@link #LINKED}.
     */
    public static long link(Region region, long bucket) {
        return region.getLongAcquire(bucket + Bucket.LINK_OFFSET);
    }

    /**
     * The address word of a key, provided that its slot lies in the line where its search begins and has not moved. 0
     * for any other key, whether it has a slot or not. Most keys are found this way. Plain loads: call
     * {@link Words#loadFence} before following the address.
     */
    // No branch depends on a loaded word. The processor cannot predict which of the four slots holds the key, and a
    // misprediction would delay the cache misses of the following keys, which otherwise overlap with this one's.
    static long addressInFirstLine(ByteBuffer segment, int bucket, long key) {
        int slot = bucket + Bucket.firstLine(key) * Bucket.LINE_BYTES;
        int other0 = differs(Words.getLong(segment, slot), key);
        int other1 = differs(Words.getLong(segment, slot + Bucket.SLOT_BYTES), key);
        int other2 = differs(Words.getLong(segment, slot + 2 * Bucket.SLOT_BYTES), key);
        int other3 = differs(Words.getLong(segment, slot + 3 * Bucket.SLOT_BYTES), key);
        int holder = Bucket.SLOT_BYTES * (6 - other1 - 2 * other2 - 3 * other3) & 3 * Bucket.SLOT_BYTES;
        long address = Words.getLong(segment, slot + holder + Bucket.ADDRESS_OFFSET);
        return address & (long) (other0 & other1 & other2 & other3) - 1;
    }

    /** 0 if two words are equal, else 1. */
    private static int differs(long a, long b) {
        long difference = a ^ b;
        return (int) ((difference | -difference) >>> Long.SIZE - 1);
    }

    private static long notHere(ByteBuffer segment, int base) {
        if (Words.getLongAcquire(segment, base + Bucket.MARK_OFFSET) != Bucket.OPEN) {
            return FORWARDED;
        }
        return Words.getLongAcquire(segment, base + Bucket.LINK_OFFSET) == 0 ? MISSING : LINKED;
    }
}
