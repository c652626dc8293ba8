package io.pragh.explore;

import io.pragh.core.memory.Region;
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
        final long offset;
        final long[] first;
        final boolean counts;

        Range(Region region, long offset, int words, boolean counts) {
            this.region = region;
            this.offset = offset;
            this.first = new long[words];
            this.counts = counts;
        }
    }

    /** Words that are put back; {@code counts} says whether they are part of the fingerprint too. */
    void add(Region region, long offset, int words, boolean counts) {
        ranges.add(new Range(region, offset, words, counts));
    }

    /** A region of which nothing changes outside the ranges; {@link #changedOutside} looks. */
    void watch(Region region) {
        wholes.add(new Range(region, 0, (int) (region.bytes() / Long.BYTES), false));
    }

    /** From here on, this is the memory's first state. */
    void begin() {
        for (Range range : ranges) {
            for (int i = 0; i < range.first.length; i++) {
                range.first[i] = range.region.getLong(range.offset + (long) i * Long.BYTES);
            }
        }
        for (Range whole : wholes) {
            for (int i = 0; i < whole.first.length; i++) {
                whole.first[i] = whole.region.getLong((long) i * Long.BYTES);
            }
        }
    }

    /** Nobody looks at a region any more. */
    void ignore(Region region) {
        ignored.add(region);
    }

    void reset() {
        ignored.clear();
        for (Range range : ranges) {
            for (int i = 0; i < range.first.length; i++) {
                range.region.setLong(range.offset + (long) i * Long.BYTES, range.first[i]);
            }
        }
    }

    void addTo(Fingerprint fingerprint) {
        for (Range range : ranges) {
            if (range.counts && !ignored.contains(range.region)) {
                for (int i = 0; i < range.first.length; i++) {
                    fingerprint.add(range.region.getLong(range.offset + (long) i * Long.BYTES));
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
                if (whole.region.getLong((long) i * Long.BYTES) != whole.first[i]) {
                    changed.add("region " + wholes.indexOf(whole) + " offset 0x" + Integer.toHexString(i * Long.BYTES));
                }
            }
        }
        return changed;
    }
}
