package io.pragh.core.handover;

import io.pragh.core.base.PraghException;
import io.pragh.core.base.WordList;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.memory.PageDigest;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.HandoverRequest;
import io.pragh.core.protocol.HandoverRequest.Kind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A copy of another node's region that is made while the region changes, and is then brought up to date page by page:
 * a page is copied again when its digest at the giver differs from that of the copy. One thread.
 *
 * <p>Bringing it up to date costs one answer for the digests of each 4 MiB that were copied before, and one answer
 * for each 256 KiB, or each run of pages, that is new or differs.
 */
final class RegionCopy {
    private static final int PAGE_BYTES = PageRuns.PAGE_BYTES;

    private final Region region;
    private long[] digests = new long[0];

    /** An empty copy. */
    RegionCopy(Fabric fabric, int segmentBytes, int segmentCountMax) {
        this.region = fabric.region(segmentBytes, segmentCountMax);
    }

    Region region() {
        return region;
    }

    /** Whether it can become a copy of a region of this shape. */
    boolean fits(int segmentBytes, int segments) {
        return region.segmentBytes() == segmentBytes
                && segments <= region.segmentCountMax()
                && region.bytes() <= (long) segments * segmentBytes;
    }

    /**
     * Brings all pages in use up to date, as listed by {@link PageRuns#describe}; returns the number of copied bytes.
     */
    long update(int segments, WordList pages, HandoverQuestions giver) {
        grow(segments);
        BitSet used = new BitSet();
        new PageRuns(region, pages).forEachUsed((offset, count) -> used.set(page(offset), page(offset) + count));
        ArrayDeque<HandoverRequest> wanted = new ArrayDeque<>();
        addDigests(wanted, used, giver);
        giver.fetch(wanted, (request, answer) -> compare(request.offset(), answer));
        long bytes = addMemory(wanted, used, giver);
        giver.fetch(wanted, (request, answer) -> take(request.offset(), answer));
        return bytes;
    }

    private void grow(int segments) {
        while (region.bytes() < (long) segments * region.segmentBytes()) {
            if (region.grow() < 0) {
                throw new PraghException("this node has no memory for a partition that it is to take over: segments="
                        + segments + " segmentBytes=" + region.segmentBytes());
            }
        }
        digests = Arrays.copyOf(digests, page(region.bytes()));
    }

    private static int page(long offset) {
        return (int) (offset / PAGE_BYTES);
    }

    private static long offset(int page) {
        return (long) page * PAGE_BYTES;
    }

    /**
     * Adds requests for the digests of aligned windows that were copied before, at least in part, and are still in
     * use.
     */
    private void addDigests(ArrayDeque<HandoverRequest> wanted, BitSet used, HandoverQuestions giver) {
        int window = Math.min(HandoverRequest.DIGESTED_BYTES_MAX, region.segmentBytes()) / PAGE_BYTES;
        for (int first = 0; first < digests.length; first += window) {
            int end = first + window;
            int next = used.nextSetBit(first);
            while (next >= 0 && next < end && digests[next] == PageDigest.NONE) {
                next = used.nextSetBit(next + 1);
            }
            if (next >= 0 && next < end) {
                giver.addRange(wanted, Kind.DIGESTS, offset(first), offset(window));
            }
        }
    }

    private void compare(long offset, byte[] answer) {
        ByteBuffer there = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
        for (int page = page(offset); there.hasRemaining(); page++) {
            digests[page] = digests[page] == there.getLong() ? digests[page] : PageDigest.NONE;
        }
    }

    /**
     * Adds requests for the runs of pages that are new or outdated, none across the end of a segment; returns their
     * bytes.
     */
    private long addMemory(ArrayDeque<HandoverRequest> wanted, BitSet used, HandoverQuestions giver) {
        int segment = region.segmentBytes() / PAGE_BYTES;
        long bytes = 0;
        for (int first = used.nextSetBit(0); first >= 0; first = used.nextSetBit(first)) {
            int end = first;
            int limit = Math.min(used.nextClearBit(first), (first / segment + 1) * segment);
            while (end < limit && digests[end] == PageDigest.NONE) {
                end++;
            }
            giver.addRange(wanted, Kind.MEMORY, offset(first), offset(end - first));
            bytes += offset(end - first);
            first = Math.max(end, first + 1);
        }
        return bytes;
    }

    private void take(long offset, byte[] bytes) {
        region.put(offset, bytes, 0, bytes.length);
        for (int at = 0; at < bytes.length; at += PAGE_BYTES) {
            digests[page(offset + at)] = PageDigest.of(bytes, at);
        }
    }
}
