package io.pragh.core.store.table;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.Mix;
import io.pragh.core.memory.Region;
import java.util.Arrays;

/**
 * Collects the keys of one kind and one group of the current table, in the order of their fractions. One thread, one
 * scan.
 */
/*
 * A key is kept as one word that sorts by fraction: fraction 43, then kind, direction and label 21. The vertex id is
 * not lost: home and fraction together are the mixed id times the number of partitions.
 */
final class TableScan {
    private static final int REST_BITS = Long.SIZE - Mix.BITS;

    private final Region region;
    private final HomeMap homes;
    private final int partition;
    private final int kind;
    private long[] words = new long[256];
    private int count;

    TableScan(Region region, HomeMap homes, int partition, int kind) {
        this.region = region;
        this.homes = homes;
        this.partition = partition;
        this.kind = kind;
    }

    int count() {
        return count;
    }

    long key(int index) {
        long word = words[index] ^ Long.MIN_VALUE;
        long place = (long) partition << Mix.BITS | word >>> REST_BITS;
        return word << Mix.BITS | Mix.unmix(place / homes.partitions());
    }

    long fraction(int index) {
        return (words[index] ^ Long.MIN_VALUE) >>> REST_BITS;
    }

    /**
     * Collects a group's keys from a fraction on; false when the geometry is outdated: collect again with the present
     * one.
     */
    boolean collect(TableGeometry geometry, long group, long fromFraction) {
        count = 0;
        BucketArray current = geometry.current();
        boolean forwarded = collectPage(current, group, current, group, fromFraction);
        if (forwarded) {
            BucketArray grown = geometry.grown();
            if (grown == null) {
                return false;
            }
            long last = Math.min((group + 1) * grown.groups() / current.groups(), grown.groups() - 1);
            for (long page = group * grown.groups() / current.groups(); page <= last; page++) {
                if (collectPage(grown, page, current, group, fromFraction)) {
                    return false;
                }
            }
        }
        sortAndMerge();
        return true;
    }

    /**
     * Collects the keys of a group of the current array from one page of an array; true when a bucket was forwarded.
     */
    private boolean collectPage(BucketArray array, long page, BucketArray current, long group, long fromFraction) {
        boolean forwarded = false;
        long first = array.groupOffset(page);
        for (long main = first; main < first + BucketArray.GROUP_BYTES; main += Bucket.BYTES) {
            for (long bucket = main; bucket != 0; bucket = BucketReader.link(region, bucket)) {
                for (long slot = bucket; slot < bucket + Bucket.MARK_OFFSET; slot += Bucket.SLOT_BYTES) {
                    collectSlot(region.getLongAcquire(slot), main, array, current, group, fromFraction);
                }
            }
            forwarded |= region.getLongAcquire(main + Bucket.MARK_OFFSET) != Bucket.OPEN;
        }
        return forwarded;
    }

    private void collectSlot(
            long key, long main, BucketArray array, BucketArray current, long group, long fromFraction) {
        if (GraphKey.kind(key) != kind) {
            return;
        }
        long fraction = homes.fraction(key);
        if (fraction < fromFraction
                || current.groupOf(fraction) != group
                || array.bucketOffset(key, fraction) != main) {
            return;
        }
        if (count == words.length) {
            words = Arrays.copyOf(words, count * 2);
        }
        words[count++] = (fraction << REST_BITS | key >>> Mix.BITS) ^ Long.MIN_VALUE;
    }

    private void sortAndMerge() {
        Arrays.sort(words, 0, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || words[i] != words[i - 1]) {
                words[kept++] = words[i];
            }
        }
        count = kept;
    }
}
