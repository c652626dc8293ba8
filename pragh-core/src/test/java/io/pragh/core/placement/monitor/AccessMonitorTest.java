package io.pragh.core.placement.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.AccessReport.Entry;
import io.pragh.testkit.ManualClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AccessMonitorTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final long START = Long.MAX_VALUE - 5 * SECOND;
    private static final int NODE = 4;

    private final LocationCache cache = new LocationCache(1 << 20, LeasePolicy.DEFAULT);
    private final ManualClock clock = new ManualClock(START, 0);
    private final Map<Long, Long> here = new HashMap<>();
    private final List<String> hot = new ArrayList<>();

    private AccessMonitor monitor(int reportMinimum, int reportEntriesMax) {
        return new AccessMonitor(
                NODE,
                cache,
                new MonitorConfig(10 * SECOND, 100, SECOND, reportMinimum, reportEntriesMax),
                clock,
                key -> here.getOrDefault(key, 0L),
                (key, address) -> hot.add(GraphKey.vid(key) + "@" + ValueAddress.partition(address)));
    }

    private static long key(long vid) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.IN, 3, vid);
    }

    private static long address(int partition, long vid) {
        return ValueAddress.of(partition, 7, 0, vid * ValueAddress.GRAIN_BYTES);
    }

    private void readRemotely(AccessMonitor monitor, long vid, int partition, int reads) {
        for (int i = 0; i < reads; i++) {
            int entry = cache.put(key(vid), address(partition, vid), clock.nanos());
            monitor.remoteRead(key(vid), address(partition, vid), entry);
        }
    }

    @Test
    void reportTellsRemoteReadsAndEveryWatchedKey() {
        AccessMonitor monitor = monitor(3, 100);
        here.put(key(7), address(1, 7));
        here.put(key(8), address(1, 8));
        monitor.watch(key(7), true);
        monitor.watch(key(8), true);
        readRemotely(monitor, 1, 2, 5);
        readRemotely(monitor, 2, 2, 2);
        monitor.remoteRead(key(3), address(2, 3), -1);
        monitor.localRead(key(7));
        monitor.localRead(key(9));
        clock.advance(9 * SECOND);

        AccessReport report = monitor.collect(clock.nanos());
        assertEquals(NODE, report.node());
        assertEquals(1, report.sequence());
        assertEquals(9 * SECOND, report.intervalNanos());
        assertEquals(
                Set.of(
                        new Entry(key(1), 2, 5, 128, false),
                        new Entry(key(7), 1, 1, 128, true),
                        new Entry(key(8), 1, 0, 128, true)),
                Set.copyOf(report.entries()));

        monitor.watch(key(7), false);
        clock.advance(SECOND);
        report = monitor.collect(clock.nanos());
        assertEquals(2, report.sequence());
        assertEquals(SECOND, report.intervalNanos());
        assertEquals(List.of(new Entry(key(8), 1, 0, 128, true)), report.entries());
    }

    @Test
    void valueThatCameHomeIsReportedOnce() {
        AccessMonitor monitor = monitor(1, 100);
        readRemotely(monitor, 1, 2, 5);
        monitor.watch(key(1), true);
        here.put(key(1), address(3, 1));
        monitor.localRead(key(1));
        assertEquals(
                List.of(new Entry(key(1), 3, 1, 128, true)),
                monitor.collect(START + 1).entries());
    }

    @Test
    void valueThatLeftIsNotReportedByItsFormerOwner() {
        AccessMonitor monitor = monitor(1, 100);
        monitor.watch(key(1), true);
        monitor.localRead(key(1));
        readRemotely(monitor, 1, 2, 5);
        assertEquals(
                List.of(new Entry(key(1), 2, 5, 128, false)),
                monitor.collect(START + 1).entries());
    }

    @Test
    void reportOverTheLimitKeepsTheHottest() {
        AccessMonitor monitor = monitor(1, 10);
        for (int vid = 1; vid <= 50; vid++) {
            readRemotely(monitor, vid, 2, vid);
        }
        assertEquals(Set.of(41L, 42L, 43L, 44L, 45L, 46L, 47L, 48L, 49L, 50L), vids(monitor.collect(START + 1), false));
    }

    @Test
    void watchedKeysAndOthersShareAReportThatIsTooSmall() {
        AccessMonitor monitor = monitor(1, 10);
        for (int vid = 1; vid <= 20; vid++) {
            here.put(key(100 + vid), address(1, vid));
            monitor.watch(key(100 + vid), true);
            for (int i = 0; i < vid; i++) {
                monitor.localRead(key(100 + vid));
            }
        }
        readRemotely(monitor, 1, 2, 1);
        readRemotely(monitor, 2, 2, 2);
        AccessReport report = monitor.collect(START + 1);
        assertEquals(Set.of(1L, 2L), vids(report, false));
        assertEquals(Set.of(113L, 114L, 115L, 116L, 117L, 118L, 119L, 120L), vids(report, true));

        for (int vid = 1; vid <= 20; vid++) {
            readRemotely(monitor, vid, 2, vid);
        }
        report = monitor.collect(START + 2);
        assertEquals(Set.of(16L, 17L, 18L, 19L, 20L), vids(report, false));
        assertEquals(5, vids(report, true).size());
    }

    private static Set<Long> vids(AccessReport report, boolean local) {
        return report.entries().stream()
                .filter(entry -> entry.local() == local)
                .map(entry -> GraphKey.vid(entry.key()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void hundredReadsPerSecondAreUrgent() {
        AccessMonitor monitor = monitor(1, 100);
        for (int i = 0; i < 300; i++) {
            clock.advance(11 * MILLI);
            readRemotely(monitor, 1, 2, 1);
        }
        assertFalse(monitor.urgent(), "91 reads per second");
        for (int i = 0; i < 200; i++) {
            clock.advance(9 * MILLI);
            readRemotely(monitor, 1, 3, 1);
        }
        assertTrue(monitor.urgent());
        assertEquals(List.of("1@3"), hot, "once in an interval");
    }

    @Test
    void urgentReportsKeepTheirDistance() {
        AccessMonitor monitor = monitor(1, 100);
        clock.advance(100 * MILLI);
        readRemotely(monitor, 1, 2, 100);
        assertFalse(monitor.urgent(), "the last report is not a second old");
        clock.advance(900 * MILLI);
        assertTrue(monitor.urgent());
        assertEquals(
                List.of(new Entry(key(1), 2, 100, 128, false)),
                monitor.collect(clock.nanos()).entries());
        clock.advance(2 * SECOND);
        assertFalse(monitor.urgent(), "nothing happened since");
        readRemotely(monitor, 1, 2, 64);
        assertFalse(monitor.urgent());
        readRemotely(monitor, 1, 2, 64);
        assertTrue(monitor.urgent());
        assertEquals(List.of("1@2", "1@2"), hot);
    }

    @Test
    void configurationOutOfRangeIsRefused() {
        assertThrows(PraghException.class, () -> new MonitorConfig(SECOND, 100, 2 * SECOND, 1, 10));
        assertThrows(PraghException.class, () -> new MonitorConfig(SECOND, 0, SECOND, 1, 10));
        assertThrows(PraghException.class, () -> new MonitorConfig(SECOND, 1_000_001, SECOND, 1, 10));
        assertThrows(PraghException.class, () -> new MonitorConfig(SECOND, 100, 0, 1, 10));
        assertThrows(PraghException.class, () -> new MonitorConfig(SECOND, 100, SECOND, 0, 10));
        assertThrows(PraghException.class, () -> new MonitorConfig(SECOND, 100, SECOND, 1, 1));
        int limit = MonitorConfig.REPORT_ENTRIES_LIMIT;
        assertThrows(PraghException.class, () -> new MonitorConfig(SECOND, 100, SECOND, 1, limit + 1));
        assertEquals(limit, MonitorConfig.DEFAULT.reportEntriesMax());
        assertTrue(limit * MonitorConfig.REPORT_ENTRY_BYTES <= MonitorConfig.REPORT_BYTES_MAX);
    }

    @Test
    void countsAreExactAgainAfterReadersAndReportsMet() throws Exception {
        AccessMonitor monitor = new AccessMonitor(
                NODE, cache, MonitorConfig.DEFAULT, clock, key -> address(1, 1), HotValueListener.NONE);
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong steps = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        Set<Long> reported = new TreeSet<>();
        try {
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 1; i <= 3; i++) {
                readers.add(threads.submit(reader(monitor, i, done, steps)));
            }
            for (int round = 0; round < 200; round++) {
                for (long before = steps.get(); steps.get() < before + 300; ) {
                    Thread.onSpinWait();
                }
                monitor.watch(key(101 + round % 10), round % 3 != 0);
                clock.advance(SECOND);
                reported.addAll(vids(monitor.collect(clock.nanos()), false));
            }
            done.set(true);
            for (Future<?> reader : readers) {
                reader.get();
            }
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
        assertEquals(Set.of(1L, 2L, 3L), reported);

        for (int vid = 1; vid <= 3; vid++) {
            readRemotely(monitor, vid, 2, 1); // a read during a drain may be reported only with the next one
        }
        monitor.collect(clock.nanos());
        Set<Entry> expected = new HashSet<>();
        for (int vid = 1; vid <= 3; vid++) {
            readRemotely(monitor, vid, 2, 10 * vid);
            expected.add(new Entry(key(vid), 2, 10 * vid, 128, false));
        }
        for (int vid = 101; vid <= 110; vid++) {
            monitor.watch(key(vid), vid % 2 == 0);
            monitor.localRead(key(vid));
            if (vid % 2 == 0) {
                expected.add(new Entry(key(vid), 1, 1, 128, true));
            }
        }
        assertEquals(expected, Set.copyOf(monitor.collect(clock.nanos()).entries()));
    }

    /** Reads one key remotely and ten locally until it is stopped. */
    private Runnable reader(AccessMonitor monitor, int vid, AtomicBoolean done, AtomicLong steps) {
        return () -> {
            while (!done.get()) {
                int entry = cache.put(key(vid), address(2, vid), START);
                monitor.remoteRead(key(vid), address(2, vid), entry);
                monitor.localRead(key(101 + steps.incrementAndGet() % 10));
            }
        };
    }
}
