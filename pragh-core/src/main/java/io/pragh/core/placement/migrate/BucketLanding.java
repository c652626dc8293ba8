package io.pragh.core.placement.migrate;

import io.pragh.core.memory.Region;
import io.pragh.core.store.table.Bucket;

/** The memory that receives the bucket READs of one round. One thread. */
final class BucketLanding {
    private final Region region;
    private int taken;

    BucketLanding(int buckets) {
        int bytes = Math.max(Region.SEGMENT_BYTES_MIN, Integer.highestOneBit(buckets * Bucket.BYTES * 2 - 1));
        region = Region.whole(bytes, 1);
    }

    void reset() {
        taken = 0;
    }

    long take() {
        return (long) taken++ * Bucket.BYTES;
    }

    Region region() {
        return region;
    }
}
