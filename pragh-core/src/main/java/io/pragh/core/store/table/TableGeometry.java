package io.pragh.core.store.table;

import io.pragh.core.address.HomeMap;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * The geometry of a key table, which says where its buckets lie: a page of the home's region, rewritten whenever the
 * table begins or ends to grow, and this object decoded from it. Immutable.
 *
 * <pre>
 *     0         8          16           20     24       32            36      40       48            52      56    64
 *     | version | checksum | partitions | zero | groups | extent log2 | count | groups | extent log2 | count | zero |
 *                                              '-- current ----------------'  '-- grown, or zero ----------'
 *    64                          1984                        3904   4088
 *     | extents of the current … | extents of the grown one … | zero | version |
 * </pre>
 *
 * <p>The two versions and the checksum reveal a torn READ. A geometry may be used for as long as a cached address,
 * counted from before its READ: buckets that the table no longer uses say {@link BucketReader#FORWARDED} until their
 * memory is reused, a reclaim lease later.
 */
public final class TableGeometry {
    /** Bytes of the geometry, whatever the table's size: one READ. */
    public static final int BYTES = PageRuns.PAGE_BYTES;

    static final int EXTENTS_MAX = 240;

    private static final int VERSION_OFFSET = 0;
    private static final int CHECKSUM_OFFSET = VERSION_OFFSET + Long.BYTES;
    private static final int PARTITIONS_OFFSET = CHECKSUM_OFFSET + Long.BYTES;
    private static final int CURRENT_OFFSET = PARTITIONS_OFFSET + Long.BYTES;
    private static final int GROWN_OFFSET = CURRENT_OFFSET + 2 * Long.BYTES;
    private static final int CURRENT_EXTENTS_OFFSET = 64;
    private static final int GROWN_EXTENTS_OFFSET = CURRENT_EXTENTS_OFFSET + EXTENTS_MAX * Long.BYTES;
    private static final int VERSION_AGAIN_OFFSET = BYTES - Long.BYTES;

    private static final int PLACE_SLOT_BITS = 4;
    private static final int PLACE_VERSION_MASK = 7;

    private final long version;
    private final HomeMap homes;
    private final BucketArray current;
    private final @Nullable BucketArray grown;

    TableGeometry(long version, HomeMap homes, BucketArray current, @Nullable BucketArray grown) {
        this.version = version;
        this.homes = homes;
        this.current = current;
        this.grown = grown;
    }

    /** Reads a geometry from {@link #BYTES} bytes; null when they are torn: read them again. */
    public static @Nullable TableGeometry decode(Region copy, long offset) {
        long version = copy.getLongAcquire(offset + VERSION_OFFSET);
        if (version == 0
                || version != copy.getLong(offset + VERSION_AGAIN_OFFSET)
                || checksum(copy, offset) != copy.getLong(offset + CHECKSUM_OFFSET)) {
            return null;
        }
        HomeMap homes = new HomeMap(copy.getInt(offset + PARTITIONS_OFFSET));
        BucketArray current = array(copy, offset + CURRENT_OFFSET, offset + CURRENT_EXTENTS_OFFSET);
        boolean growing = copy.getLong(offset + GROWN_OFFSET) != 0;
        return new TableGeometry(
                version,
                homes,
                current,
                growing ? array(copy, offset + GROWN_OFFSET, offset + GROWN_EXTENTS_OFFSET) : null);
    }

    /** The version, which grows with every change of the table's shape. */
    public long version() {
        return version;
    }

    /** Offset of the {@link Bucket} in the home's region where the search for a key begins. */
    public long bucketOffset(long key) {
        return current.bucketOffset(key, homes.fraction(key));
    }

    /** As {@link #bucketOffset(long)}, for a caller that knows the key's fraction. */
    long bucketOffset(long key, long fraction) {
        return current.bucketOffset(key, fraction);
    }

    /**
     * Offset of the bucket where the search continues after a bucket of the current table, or one linked from it,
     * said {@link BucketReader#FORWARDED}; 0 when this geometry has no grown table, so that it must be read again.
     * Post this READ only after the first one has arrived.
     */
    public long grownBucketOffset(long key) {
        return grown == null ? 0 : grown.bucketOffset(key, homes.fraction(key));
    }

    /**
     * The place of a slot, for {@link #slotOffset}: a number of seven bits, never 0. {@code addressOffset} is the
     * distance in bytes of the slot's address from the beginning of the bucket at {@link #bucketOffset(long)}.
     *
     * <pre>
     *   6     4 3    0
     *   | version | slot, from 1 on |
     * </pre>
     */
    public int place(long addressOffset) {
        return (int) (version & PLACE_VERSION_MASK) << PLACE_SLOT_BITS | (int) (addressOffset / Bucket.SLOT_BYTES) + 1;
    }

    /**
     * The offset of a key's address word, by its {@link #place} in this table or an earlier shape of it; 0 when the
     * shape has changed since. After a multiple of eight changes it is the offset of another slot, or of the key's
     * own.
     */
    public long slotOffset(long key, int place) {
        int slot = place & (1 << PLACE_SLOT_BITS) - 1;
        boolean current = place >>> PLACE_SLOT_BITS == (version & PLACE_VERSION_MASK) && slot > 0;
        return current ? bucketOffset(key) + (slot - 1L) * Bucket.SLOT_BYTES + Bucket.ADDRESS_OFFSET : 0;
    }

    BucketArray current() {
        return current;
    }

    @Nullable
    BucketArray grown() {
        return grown;
    }

    /** Writes this geometry into the home's region, while other nodes may READ it. */
    void write(Region region, long offset) {
        region.setLongRelease(offset + VERSION_AGAIN_OFFSET, 0);
        region.clear(offset + PARTITIONS_OFFSET, VERSION_AGAIN_OFFSET - PARTITIONS_OFFSET);
        region.setInt(offset + PARTITIONS_OFFSET, homes.partitions());
        write(current, region, offset + CURRENT_OFFSET, offset + CURRENT_EXTENTS_OFFSET);
        if (grown != null) {
            write(grown, region, offset + GROWN_OFFSET, offset + GROWN_EXTENTS_OFFSET);
        }
        region.setLongRelease(offset + VERSION_OFFSET, version);
        region.setLongRelease(offset + CHECKSUM_OFFSET, checksum(region, offset));
        region.setLongRelease(offset + VERSION_AGAIN_OFFSET, version);
    }

    private static void write(BucketArray array, Region region, long shape, long extents) {
        region.setLong(shape, array.groups());
        region.setInt(shape + Long.BYTES, array.extentShift());
        region.setInt(shape + Long.BYTES + Integer.BYTES, array.extentCount());
        for (int i = 0; i < array.extentCount(); i++) {
            region.setLong(extents + (long) i * Long.BYTES, array.extent(i));
        }
    }

    private static BucketArray array(Region copy, long shape, long extents) {
        long[] offsets = new long[copy.getInt(shape + Long.BYTES + Integer.BYTES)];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = copy.getLong(extents + (long) i * Long.BYTES);
        }
        return new BucketArray(copy.getLong(shape), copy.getInt(shape + Long.BYTES), offsets);
    }

    private static long checksum(Region region, long offset) {
        long sum = region.getLong(offset + VERSION_OFFSET);
        for (long at = offset + PARTITIONS_OFFSET; at < offset + VERSION_AGAIN_OFFSET; at += Long.BYTES) {
            sum = (Long.rotateLeft(sum, 29) ^ region.getLong(at)) * 0x9E37_79B9_7F4A_7C15L;
        }
        return sum ^ sum >>> 32;
    }
}
