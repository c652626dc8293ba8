package io.pragh.core.store.table;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * A node that reads another node's table: every read is a copy, and the geometry is kept once it was read. One
 * thread.
 */
final class RemoteReader {
    private final Region home;
    private final Region landing = Region.direct(TableGeometry.BYTES, 1);
    private @Nullable TableGeometry leased;
    private int reads;

    RemoteReader(Region home) {
        this.home = home;
        landing.grow();
    }

    /** Forgets the geometry. */
    void endLease() {
        leased = null;
    }

    /** The number of buckets that the last {@link #addressOf} has read. */
    int reads() {
        return reads;
    }

    /** The key's address word, or -1 when it has no slot. */
    long addressOf(long key) {
        reads = 0;
        while (true) {
            TableGeometry geometry = geometry();
            long answer = follow(geometry.bucketOffset(key), key);
            if (answer == BucketReader.FORWARDED && geometry.grownBucketOffset(key) != 0) {
                answer = follow(geometry.grownBucketOffset(key), key);
            }
            if (answer > 0) {
                return landing.getLong(answer);
            }
            if (answer == BucketReader.MISSING) {
                return -1;
            }
            endLease();
        }
    }

    private long follow(long first, long key) {
        long bucket = first;
        while (true) {
            home.copyTo(bucket, landing, 0, Bucket.BYTES);
            reads++;
            long answer = BucketReader.find(landing, 0, key);
            if (answer != BucketReader.LINKED) {
                return answer > 0 && landing.getLong(answer) == ValueAddress.FORWARDED
                        ? BucketReader.FORWARDED
                        : answer;
            }
            bucket = BucketReader.link(landing, 0);
        }
    }

    private TableGeometry geometry() {
        TableGeometry geometry = leased;
        while (geometry == null) {
            long offset = home.getLongAcquire(PartitionHeader.TABLE_OFFSET);
            home.copyTo(offset, landing, 0, TableGeometry.BYTES);
            geometry = TableGeometry.decode(landing, 0);
        }
        leased = geometry;
        return geometry;
    }
}
