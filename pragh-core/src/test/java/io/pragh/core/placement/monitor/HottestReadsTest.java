package io.pragh.core.placement.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.placement.AccessReport;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class HottestReadsTest {
    @Property(tries = 300)
    void hottestAreKept(
            @ForAll @Size(max = 200) List<@IntRange(max = 50) Integer> reads,
            @ForAll @IntRange(min = 1, max = 60) int sizeMax,
            @ForAll @IntRange(max = 60) int wanted) {
        HottestReads hottest = new HottestReads(sizeMax);
        for (int i = 0; i < reads.size(); i++) {
            hottest.offer(i + 1, ValueAddress.of(5, 3, 0, 16), reads.get(i));
        }
        hottest.keep(wanted);
        List<AccessReport.Entry> entries = new ArrayList<>();
        hottest.addTo(entries, true);
        List<Integer> expected = reads.stream()
                .sorted((a, b) -> b - a)
                .limit(Math.min(sizeMax, wanted))
                .toList();
        assertEquals(
                expected,
                entries.stream()
                        .map(AccessReport.Entry::reads)
                        .sorted((a, b) -> b - a)
                        .toList());
        for (AccessReport.Entry entry : entries) {
            assertEquals(reads.get((int) entry.key() - 1), entry.reads(), "reads stay with their key");
        }
    }

    @Test
    void entryTellsOwnerAndBytesOfTheAddress() {
        HottestReads hottest = new HottestReads(4);
        hottest.offer(77, ValueAddress.of(5, 3, 9, 4096), 12);
        List<AccessReport.Entry> entries = new ArrayList<>();
        hottest.addTo(entries, false);
        assertEquals(List.of(new AccessReport.Entry(77, 5, 12, 64, false)), entries);
        hottest.clear();
        assertEquals(0, hottest.size());
    }
}
