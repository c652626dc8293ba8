package io.pragh.core.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Pins the bytes of a key table that other nodes read. */
class TableLayoutTest {
    private static final String ZERO = "0000000000000000";

    private final Region region = Region.direct(1 << 20, 4);
    private final PageRuns pages = new PageRuns(region);

    @Test
    void aBucketIsDrawnAsItsJavadocSays() {
        long key = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.IN, 0x1234, 0x123_4567_89ABL);
        KeyTable table = new KeyTable(region, pages, new HomeMap(1), 0, 0, pages::free, region::compareAndExchange);
        long slot = table.findOrInsert(key);
        region.compareAndExchange(slot, 0, 0x0102030405060708L);
        long bucket = table.geometry().bucketOffset(key);

        assertEquals(1, Bucket.firstLine(key));
        assertEquals(bucket + 64 + 8, slot);
        String line = ZERO.repeat(8);
        String expected = line
                + ("ab89674523a19118" + "0807060504030201" + ZERO.repeat(6))
                + line
                + (ZERO.repeat(6) + "54454b4355420000" + ZERO);
        assertEquals(expected, hex(bucket, Bucket.BYTES));
    }

    @Test
    void aForwardedBucketDiffersInItsMarkAlone() {
        assertEquals(0, GraphKey.kind(Bucket.OPEN));
        assertEquals(0, GraphKey.kind(Bucket.FORWARDED));
        assertEquals(0x0001_4255_434B_4554L, Bucket.FORWARDED);
    }

    @Test
    void aGeometryIsDrawnAsItsJavadocSays() {
        BucketArray current = new BucketArray(300, 8, new long[] {0x100000, 0x300000});
        BucketArray grown = new BucketArray(400, 8, new long[] {0x500000, 0x700000});
        long at = pages.allocate(1);
        new TableGeometry(5, new HomeMap(16), current, grown).write(region, at);

        assertEquals(
                "0500000000000000" + "8d2a08db98f4bd00" + "1000000000000000" + "2c01000000000000" + "0800000002000000"
                        + "9001000000000000" + "0800000002000000" + ZERO,
                hex(at, 64));
        assertEquals("0000100000000000" + "0000300000000000" + ZERO, hex(at + 64, 24));
        assertEquals("0000500000000000" + "0000700000000000" + ZERO, hex(at + 1984, 24));
        assertEquals("0500000000000000", hex(at + 4088, 8));
    }

    @Test
    void aGeometryIsReadAsItWasWritten() {
        long[] extents = new long[TableGeometry.EXTENTS_MAX];
        for (int i = 0; i < extents.length; i++) {
            extents[i] = (i + 1L) << 20;
        }
        BucketArray current = new BucketArray(239 * 256 + 17, 8, extents);
        BucketArray grown = new BucketArray(700, 10, new long[] {7 << 20});
        TableGeometry written = new TableGeometry(9, new HomeMap(1), current, grown);
        long at = pages.allocate(1);
        written.write(region, at);

        TableGeometry read = TableGeometry.decode(region, at);

        assertNotNull(read);
        assertEquals(9, read.version());
        for (long vid = 0; vid < 10_000; vid++) {
            long key = GraphKey.of(GraphKey.KIND_VERTEX, 0, 0, vid);
            assertEquals(written.bucketOffset(key), read.bucketOffset(key));
            assertEquals(written.grownBucketOffset(key), read.grownBucketOffset(key));
        }
    }

    @Test
    void aTornGeometryIsRefused() {
        long at = pages.allocate(1);
        long old = pages.allocate(1);
        HomeMap homes = new HomeMap(16);
        BucketArray array = new BucketArray(300, 8, new long[] {0x100000, 0x300000});
        new TableGeometry(6, homes, array, new BucketArray(400, 8, new long[] {0x500000, 0x700000})).write(region, at);
        new TableGeometry(5, homes, array, null).write(region, old);

        Region torn = Region.direct(TableGeometry.BYTES, 1);
        torn.grow();
        int refused = 0;
        for (int split = 8; split < TableGeometry.BYTES; split += 8) {
            for (int order = 0; order < 2; order++) {
                region.copyTo(order == 0 ? at : old, torn, 0, split);
                region.copyTo((order == 0 ? old : at) + split, torn, split, TableGeometry.BYTES - split);
                refused += TableGeometry.decode(torn, 0) == null ? 1 : 0;
            }
        }
        assertEquals(2 * (TableGeometry.BYTES / 8 - 1), refused);
        torn.clear(0, TableGeometry.BYTES);
        assertNull(TableGeometry.decode(torn, 0), "memory without a table");
    }

    @Test
    void theHeaderSaysWhereTheGeometryLies() {
        KeyTable table = new KeyTable(region, pages, new HomeMap(1), 0, 1000, pages::free, region::compareAndExchange);
        TableGeometry read = TableGeometry.decode(region, region.getLong(PartitionHeader.TABLE_OFFSET));

        assertNotNull(read);
        assertEquals(table.geometry().version(), read.version());
    }

    @Test
    void aFractionAndItsGroupAgreeInEveryArray() {
        for (long groups : new long[] {1, 2, 3, 7, 1000, 12_345, 1L << 25}) {
            BucketArray array = new BucketArray(groups, 20, new long[64]);
            for (long group : new long[] {0, groups / 3, groups / 2, groups - 1}) {
                long lowest = array.lowestFraction(group);
                assertEquals(group, array.groupOf(lowest));
                assertNotEquals(group, lowest == 0 ? -1 : array.groupOf(lowest - 1));
            }
            assertEquals(KeyTable.SCAN_END, array.lowestFraction(groups));
            assertEquals(groups - 1, array.groupOf(KeyTable.SCAN_END - 1));
        }
    }

    private String hex(long offset, int bytes) {
        byte[] copy = new byte[bytes];
        region.get(offset, copy, 0, bytes);
        return HexFormat.of().formatHex(copy);
    }
}
