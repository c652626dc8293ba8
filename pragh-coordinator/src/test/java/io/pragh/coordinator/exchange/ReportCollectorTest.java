package io.pragh.coordinator.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.AccessReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks that reports reach the planner once and in order, and that the oldest are dropped when there are too many.
 */
class ReportCollectorTest {
    private static final long SECOND = 1_000_000_000L;

    private final ReportCollector collector = new ReportCollector(100);

    @Test
    void reportsComeOutOnceInTheOrderOfArrival() {
        collector.offer(report(1, 5, 10, false));
        collector.offer(report(2, 1, 10, false));
        collector.offer(report(1, 6, 10, false));
        assertEquals(List.of(5L, 1L, 6L), sequences());
        assertEquals(List.of(), sequences());
    }

    @Test
    void repeatedAndLateReportsAreDropped() {
        collector.offer(report(1, 5, 10, false));
        collector.offer(report(1, 5, 10, false));
        collector.offer(report(1, 4, 10, false));
        assertEquals(List.of(5L), sequences());
        assertEquals(2, collector.dropped());
        assertEquals(1, collector.collected());
    }

    @Test
    void oldestGoWhenThereAreTooManyEntries() {
        AccessReport.Entry entry = new AccessReport.Entry(1, 0, 1, 64, false);
        List<AccessReport.Entry> half =
                new ArrayList<>(java.util.Collections.nCopies(ReportCollector.ENTRIES_MAX / 2, entry));
        for (int sequence = 1; sequence <= 3; sequence++) {
            collector.offer(new AccessReport(1, sequence, SECOND, half));
        }
        assertEquals(List.of(2L, 3L), sequences());
        assertEquals(1, collector.dropped());
    }

    @Test
    void onlyFastRemoteReadsAreUrgent() throws InterruptedException {
        collector.offer(report(1, 1, 999, false));
        collector.offer(report(1, 2, 5_000, true));
        assertFalse(collector.awaitUrgent(0));
        collector.offer(report(1, 3, 1_000, false));
        assertTrue(collector.awaitUrgent(60 * SECOND));
        assertEquals(3, collector.take().size());
        assertFalse(collector.awaitUrgent(0), "taken with the reports");
        assertThrows(PraghException.class, () -> new ReportCollector(0));
    }

    private List<Long> sequences() {
        return collector.take().stream().map(AccessReport::sequence).toList();
    }

    private static AccessReport report(int node, long sequence, int reads, boolean local) {
        return new AccessReport(node, sequence, 10 * SECOND, List.of(new AccessReport.Entry(7, 0, reads, 64, local)));
    }
}
