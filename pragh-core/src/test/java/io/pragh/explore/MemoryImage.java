package io.pragh.explore;

import io.pragh.core.memory.Region;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of a world's memory that its actors change: restored to their initial values, and added to a
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

    /** Adds words to be restored; {@code counts} says whether they are part of the fingerprint too. */
    void add(Region region, long offset, int words, boolean counts) {
        ranges.add(new Range(region, offset, words, counts));
    }

    /** Adds a region in which nothing may change outside the ranges; {@link #changedOutside} checks it. */
    void watch(Region region) {
        for (long segment = 0; segment < region.bytes(); segment += region.segmentBytes()) {
            wholes.add(new Range(region, segment, region.segmentBytes() / Long.BYTES, false));
        }
    }

    /** Makes the present contents the initial state. */
    void begin() {
        ranges.forEach(range -> range.words.get(0, range.first));
        wholes.forEach(whole -> whole.words.get(0, whole.first));
    }

    /** Ends the checks of a region that is no longer used. */
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

    /** Words outside the ranges that differ from the initial state: there must be none, or states are confused. */
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
