package io.pragh.core.memory;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * Computes a 64-bit digest of a page: two checksums of different polynomials side by side, which processors compute
 * at the speed of memory. Pages that differ have the same digest with a probability of 2^-64. Stateless.
 */
public final class PageDigest {
    /** No page has this digest. */
    public static final long NONE = 0;

    private PageDigest() {}

    /** The digest of a page of a region. */
    public static long of(Region region, long offset) {
        ByteBuffer page = region.segment(offset).duplicate();
        int index = region.index(offset);
        return joined(sum(new CRC32(), page, index), sum(new CRC32C(), page, index));
    }

    /** The digest of a page's bytes from an index on. */
    public static long of(byte[] bytes, int from) {
        CRC32 first = new CRC32();
        first.update(bytes, from, PageRuns.PAGE_BYTES);
        CRC32C second = new CRC32C();
        second.update(bytes, from, PageRuns.PAGE_BYTES);
        return joined(first.getValue(), second.getValue());
    }

    private static long sum(Checksum checksum, ByteBuffer page, int index) {
        page.limit(index + PageRuns.PAGE_BYTES).position(index);
        checksum.update(page);
        return checksum.getValue();
    }

    private static long joined(long first, long second) {
        long digest = first << 32 | second;
        return digest == NONE ? 1 : digest;
    }
}
