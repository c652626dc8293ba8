package io.pragh.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Checks that digests differ for pages that differ, and agree for equal pages, wherever the bytes lie. */
class PageDigestTest {
    private static final int PAGE = PageRuns.PAGE_BYTES;

    private static byte[] page(long seed) {
        byte[] page = new byte[PAGE];
        new Random(seed).nextBytes(page);
        return page;
    }

    @Property
    void equalPagesHaveEqualDigests(@ForAll long seed, @ForAll @IntRange(max = 15) int place) {
        Region region = Region.direct(8 * PAGE, 2);
        while (region.grow() >= 0) {}
        byte[] page = page(seed);
        region.put((long) place * PAGE, page, 0, PAGE);
        byte[] among = new byte[3 * PAGE];
        System.arraycopy(page, 0, among, PAGE, PAGE);
        assertEquals(PageDigest.of(page, 0), PageDigest.of(region, (long) place * PAGE));
        assertEquals(PageDigest.of(page, 0), PageDigest.of(among, PAGE));
    }

    @Property
    void aFlippedBitShows(@ForAll long seed, @ForAll @IntRange(max = PAGE * 8 - 1) int bit) {
        byte[] page = page(seed);
        long before = PageDigest.of(page, 0);
        page[bit / 8] ^= (byte) (1 << bit % 8);
        assertNotEquals(before, PageDigest.of(page, 0));
    }

    @Property
    void changedWordsShow(@ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int words) {
        byte[] page = new byte[PAGE];
        long before = PageDigest.of(page, 0);
        Random random = new Random(seed);
        for (int n = 0; n < words; n++) {
            page[random.nextInt(PAGE)] = (byte) (1 + random.nextInt(255));
        }
        assertNotEquals(before, PageDigest.of(page, 0));
    }
}
