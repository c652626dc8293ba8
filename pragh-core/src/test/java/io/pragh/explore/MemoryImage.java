package io.pragh.explore;

import io.pragh.core.memory.Region;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of a world's memory that its actors change: put back to what they were at first, and boiled down to a
 * {@link Fingerprint}. One thread.
 */
final class MemoryImage {
    private final List<Range> ranges = new ArrayList<>();
    private final List<Range> wholes = new ArrayList<>();
    private final List<Region> ignored = new ArrayList<>();

    private static final class Range {
        final Region region;
        final LongBuffer words;
        final long[] first;
        final long[] now;
        final boolean counts;

        Range(Region region, long offset, int words, boolean counts) {
            this.region = region;
            this.words = region.segment(offset)
                    .slice(region.index(offset), words * Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asLongBuffer();
            this.first = new long[words];
            this.now = new long[words];
            this.counts = counts;
        }
    }

    /** Words that are put back; {@code counts} says whether they are part of the fingerprint too. */
    void add(Region region, long offset, int words, boolean counts) {
        ranges.add(new Range(region, offset, words, counts));
    }

    /** A region of which nothing changes outside the ranges; {@link #changedOutside} looks. */
    void watch(Region region) {
        for (long segment = 0; segment < region.bytes(); segment += region.segmentBytes()) {
            wholes.add(new Range(region, segment, region.segmentBytes() / Long.BYTES, false));
        }
    }

    /** From here on, this is the memory's first state. */
    void begin() {
        ranges.forEach(range -> range.words.get(0, range.first));
        wholes.forEach(whole -> whole.words.get(0, whole.first));
    }

    /** Nobody looks at a region any more. */
    void ignore(Region region) {
        ignored.add(region);
    }

    void reset() {
        ignored.clear();
        for (Range range : ranges) {
            range.words.put(0, range.first);
        }
    }

    void addTo(Fingerprint fingerprint) {
        for (Range range : ranges) {
            if (range.counts && !ignored.contains(range.region)) {
                range.words.get(0, range.now);
                for (long word : range.now) {
                    fingerprint.add(word);
                }
            }
        }
    }

    /** Words outside the ranges that are not what they were at first: there must be none, or states are mixed up. */
    List<String> changedOutside() {
        List<String> changed = new ArrayList<>();
        reset();
        for (Range whole : wholes) {
            for (int i = 0; i < whole.first.length; i++) {
                if (whole.words.get(i) != whole.first[i]) {
                    changed.add(
                            "segment " + wholes.indexOf(whole) + " offset 0x" + Integer.toHexString(i * Long.BYTES));
                }
            }
        }
        return changed;
    }
}
