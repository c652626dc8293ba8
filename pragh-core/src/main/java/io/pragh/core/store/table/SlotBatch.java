package io.pragh.core.store.table;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.memory.Words;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Keys and the words of their slots, as collected by a walk through a table ({@link KeyTable#collect}). Reusable; one
 * thread.
 */
// No branch depends on a word loaded from a bucket, because the processor cannot predict which of its slots have the
// kind in question. An entry that does not count is overwritten by the next one.
public final class SlotBatch {
    private static final int CAPACITY_FIRST = 256;
    private static final int INDEX_BITS = 20;
    private static final int PLACES_LOG2 = 12;
    /** Bits of an offset in a partition; the partition's number is above. */
    private static final int PARTITION_SHIFT = 48;

    private long[] keys = new long[CAPACITY_FIRST];
    private long[] words = new long[CAPACITY_FIRST];
    private long[] spareKeys = {};
    private long[] spareWords = {};
    private int count;

    /** An empty batch. */
    public SlotBatch() {}

    /** The number of keys. */
    public int count() {
        return count;
    }

    /** A key. */
    public long key(int index) {
        return keys[index];
    }

    /** The word of its slot. */
    public long word(int index) {
        return words[index];
    }

    /** Removes all keys. */
    public void clear() {
        count = 0;
    }

    void add(long key, long word) {
        reserve(1);
        keys[count] = key;
        words[count++] = word;
    }

    private void reserve(int more) {
        if (count + more > keys.length) {
            keys = Arrays.copyOf(keys, 2 * (count + more));
            words = Arrays.copyOf(words, keys.length);
        }
    }

    /**
     * Adds the keys of the group that a fraction is in, from the fraction on; false, and none is added, when buckets
     * have moved to a grown table.
     */
    // A key of a bucket that is still open is nowhere else. Marks are read after the slots, as in a search.
    boolean collect(Region region, HomeMap homes, BucketArray array, int kind, long fromFraction) {
        int before = count;
        long group = array.groupOf(fromFraction);
        long first = array.groupOffset(group);
        for (long main = first; main < first + BucketArray.GROUP_BYTES; main += Bucket.BYTES) {
            int from = count;
            for (long bucket = main; bucket != 0; bucket = BucketReader.link(region, bucket)) {
                collectBucket(region.segment(bucket), region.index(bucket), kind);
            }
            keepOwn(homes, array, main, group, fromFraction, from);
        }
        Words.loadFence();
        for (long main = first; main < first + BucketArray.GROUP_BYTES; main += Bucket.BYTES) {
            if (region.getLongAcquire(main + Bucket.MARK_OFFSET) != Bucket.OPEN) {
                count = before;
                return false;
            }
        }
        return true;
    }

    private void collectBucket(ByteBuffer segment, int bucket, int kind) {
        reserve(Bucket.SLOTS);
        long[] keysNow = keys;
        long[] wordsNow = words;
        int next = count;
        for (int slot = bucket; slot < bucket + Bucket.MARK_OFFSET; slot += Bucket.SLOT_BYTES) {
            long key = Words.getLong(segment, slot);
            keysNow[next] = key;
            wordsNow[next] = Words.getLong(segment, slot + Bucket.ADDRESS_OFFSET);
            next += GraphKey.kind(key) == kind ? 1 : 0;
        }
        count = next;
    }

    private void keepOwn(HomeMap homes, BucketArray array, long main, long group, long fromFraction, int from) {
        int kept = from;
        for (int i = from; i < count; i++) {
            long fraction = homes.fraction(keys[i]);
            boolean isOwn = fraction >= fromFraction
                    && array.groupOf(fraction) == group
                    && array.bucketOffset(keys[i], fraction) == main;
            keys[kept] = keys[i];
            words[kept] = words[i];
            kept += isOwn ? 1 : 0;
        }
        count = kept;
    }

    /** Sorts the keys roughly by the memory that their words name, which makes reading it faster. */
    // A bucket sort in two passes over the keys: one bucket per range of memory; keys whose words name no block go
    // into the first.
    public void sortByPlace() {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < count; i++) {
            long place = place(words[i]);
            least = Math.min(least, place == 0 ? least : place);
            most = Math.max(most, place);
        }
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(most - least) - PLACES_LOG2);
        if (least >= most) {
            return;
        }
        int[] starts = new int[(1 << PLACES_LOG2) + 1];
        for (int i = 0; i < count; i++) {
            starts[bucket(words[i], least, shift) + 1]++;
        }
        for (int i = 1; i < starts.length; i++) {
            starts[i] += starts[i - 1];
        }
        long[] keysBefore = keys;
        long[] wordsBefore = words;
        keys = spareKeys.length == keys.length ? spareKeys : new long[keys.length];
        words = spareKeys.length == keys.length ? spareWords : new long[keys.length];
        for (int i = 0; i < count; i++) {
            int to = starts[bucket(wordsBefore[i], least, shift)]++;
            keys[to] = keysBefore[i];
            words[to] = wordsBefore[i];
        }
        spareKeys = keysBefore;
        spareWords = wordsBefore;
    }

    private static int bucket(long word, long least, int shift) {
        return (int) (Math.max(0, place(word) - least) >>> shift);
    }

    /** The partition and the offset of a word's block as one number; 0 for no block. */
    private static long place(long word) {
        return ValueAddress.isBlock(word)
                ? (long) ValueAddress.partition(word) << PARTITION_SHIFT | ValueAddress.offset(word)
                : 0;
    }

    /** Sorts the keys by fraction. */
    void sort(HomeMap homes) {
        long[] order = new long[count];
        for (int i = 0; i < count; i++) {
            order[i] = homes.fraction(keys[i]) << INDEX_BITS | i;
        }
        Arrays.sort(order);
        long[] keysBefore = Arrays.copyOf(keys, count);
        long[] wordsBefore = Arrays.copyOf(words, count);
        for (int i = 0; i < count; i++) {
            int index = (int) order[i] & (1 << INDEX_BITS) - 1;
            keys[i] = keysBefore[index];
            words[i] = wordsBefore[index];
        }
    }
}
