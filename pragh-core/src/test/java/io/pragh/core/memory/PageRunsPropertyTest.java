package io.pragh.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Compares the page allocator with a set of pages. */
class PageRunsPropertyTest {
    private static final int PAGE = PageRuns.PAGE_BYTES;
    private static final int SEGMENT_PAGES = 128;
    private static final int SEGMENTS = 3;

    private record Run(long offset, int pages) {}

    /**
     * A positive step allocates that many pages, in some cases from the reserve as well; a negative one frees one of
     * the runs.
     */
    @Property(tries = 300)
    void behavesAsASetOfPages(
            @ForAll @Size(min = 1, max = 300) List<@IntRange(min = -SEGMENT_PAGES, max = SEGMENT_PAGES) Integer> steps,
            @ForAll int ofReserve) {
        Model model = new Model();
        for (int i = 0; i < steps.size(); i++) {
            model.step(steps.get(i), (ofReserve >>> i & 1) != 0);
        }
        model.end();
    }

    private static final class Model {
        private final Region region = Region.direct(SEGMENT_PAGES * PAGE, SEGMENTS);
        private final PageRuns pageRuns = new PageRuns(region);
        private final BitSet taken = new BitSet();
        private final List<Run> runs = new ArrayList<>();

        Model() {
            taken.set(0);
        }

        void step(int step, boolean ofReserve) {
            if (step > 0) {
                allocate(1 + step * (step - 1) / SEGMENT_PAGES, ofReserve);
            } else if (!runs.isEmpty()) {
                free(runs.remove(-step % runs.size()));
            }
            assertEquals((long) taken.cardinality() * PAGE, pageRuns.usedBytes());
            assertEquals(region.bytes(), pageRuns.usedBytes() + pageRuns.freeBytes());
        }

        void end() {
            runs.forEach(this::free);
            assertEquals(PAGE, pageRuns.usedBytes());
            for (long segment = 1; segment < region.bytes() / region.segmentBytes(); segment++) {
                assertTrue(pageRuns.allocateOfReserve(SEGMENT_PAGES) > 0, "all free pages have merged");
            }
            assertTrue(pageRuns.allocateOfReserve(SEGMENT_PAGES - 1) > 0, "all free pages have merged");
        }

        private void allocate(int pages, boolean ofReserve) {
            long offset = ofReserve ? pageRuns.allocateOfReserve(pages) : pageRuns.allocate(pages);
            if (offset < 0) {
                assertEquals((long) SEGMENTS * region.segmentBytes(), region.bytes());
                boolean inReserve = !ofReserve && pageRuns.freeBytes() - (long) pages * PAGE < reserveBytes();
                assertTrue(inReserve || !fits(pages), "a run of " + pages + " pages was free");
                return;
            }
            assertTrue(ofReserve || pageRuns.freeBytes() >= reserveBytes(), "the reserve is for others");
            assertTrue(region.contains(offset, pages * PAGE), "straddles a segment");
            int first = (int) (offset / PAGE);
            assertEquals(0, taken.get(first, first + pages).cardinality(), "overlaps another run");
            taken.set(first, first + pages);
            runs.add(new Run(offset, pages));
        }

        private long reserveBytes() {
            return region.bytes() / PAGE / 64 * PAGE;
        }

        private void free(Run run) {
            pageRuns.free(run.offset, run.pages);
            int first = (int) (run.offset / PAGE);
            taken.clear(first, first + run.pages);
        }

        private boolean fits(int pages) {
            for (int segment = 0; segment < SEGMENTS; segment++) {
                int free = 0;
                for (int page = segment * SEGMENT_PAGES; page < (segment + 1) * SEGMENT_PAGES; page++) {
                    free = taken.get(page) ? 0 : free + 1;
                    if (free >= pages) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}
