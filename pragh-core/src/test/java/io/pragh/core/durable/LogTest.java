package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Checks that a log keeps all acknowledged records in order, on a disk that loses power, fills up or fails at any
 * step; the log is opened again and continued each time. {@code -Dpragh.seed=N} sets the first seed.
 */
class LogTest {
    private static final long SEED = Long.getLong("pragh.seed", 20_261_127L);
    private static final List<Fault> FAULTS = List.of(Fault.POWER, Fault.FULL, Fault.ERROR);
    private static final int TRIALS = 400;
    private static final long GRAPH = 7;
    private static final long SEGMENT_BYTES = 600;

    /** The records appended so far, over all openings; a counter says how many of them were acknowledged. */
    private final List<byte[]> appended = new ArrayList<>();

    private int acknowledged;

    @Test
    void whatWasAcknowledgedIsReadAgainAndTheRestIsABeginning() throws IOException {
        for (int trial = 0; trial < TRIALS; trial++) {
            appended.clear();
            acknowledged = 0;
            SplittableRandom random = new SplittableRandom(SEED + trial);
            Fault fault = FAULTS.get(random.nextInt(FAULTS.size()));
            FaultyDisk disk = FaultyDisk.empty(SEED + trial, fault, 1L + random.nextInt(60));
            for (int opened = 0; opened < 4; opened++) {
                String what = "seed=" + (SEED + trial) + " opened=" + opened + " fault=" + fault;
                write(disk, random, what);
                long next = 1L + random.nextInt(40);
                disk = random.nextBoolean() ? disk.afterLoss(Fault.POWER, next) : disk.reopened(Fault.POWER, next);
            }
            read(disk.afterLoss(Fault.NONE, 0), "seed=" + (SEED + trial));
        }
    }

    /** Opens the log, checks it, and appends until the disk fails. */
    private void write(FaultyDisk disk, SplittableRandom random, String what) {
        try {
            long end = read(disk, what);
            try (LogWriter writer = new LogWriter(disk, () -> GRAPH, SEGMENT_BYTES, failed -> {})) {
                writer.open(end);
                for (int i = 0; i < 12; i++) {
                    if (random.nextInt(8) == 0) {
                        writer.beginSegment();
                    }
                    byte[] record = new byte[random.nextInt(120)];
                    random.nextBytes(record);
                    long ticket = writer.append(record);
                    appended.add(record);
                    if (random.nextInt(3) > 0) {
                        writer.await(ticket);
                        acknowledged = appended.size();
                    }
                }
            }
            acknowledged = disk.hasFailed() ? acknowledged : appended.size();
        } catch (IOException | LogFailedException failed) {
            assertTrue(disk.hasFailed(), () -> what + " " + failed);
        }
    }

    /**
     * Returns where the log ends. Records that are missing there and were never acknowledged count as never appended.
     */
    private long read(FaultyDisk disk, String what) throws IOException {
        List<ByteBuffer> found = new ArrayList<>();
        long end = new LogReader(disk, GRAPH).read(0, (record, at) -> {
            ByteBuffer copy = ByteBuffer.allocate(record.remaining());
            found.add(copy.put(record).flip());
        });
        assertTrue(found.size() >= acknowledged, () -> what + " found=" + found.size() + " of " + acknowledged);
        assertTrue(found.size() <= appended.size(), what);
        for (int i = 0; i < found.size(); i++) {
            assertEquals(ByteBuffer.wrap(appended.get(i)), found.get(i), what + " record=" + i);
        }
        while (appended.size() > found.size()) {
            appended.remove(appended.size() - 1);
        }
        return end;
    }

    @Test
    void oneSyncServesAllThatHasComeMeanwhile() throws Exception {
        FaultyDisk disk = FaultyDisk.empty(SEED, Fault.NONE, 0);
        try (LogWriter writer = new LogWriter(disk, () -> GRAPH, 1 << 20, failed -> {})) {
            writer.open(0);
            CountDownLatch told = new CountDownLatch(1000);
            for (int i = 0; i < 1000; i++) {
                writer.whenDurable(writer.append(new byte[] {(byte) i}), told::countDown);
            }
            told.await();
            assertEquals(1000, writer.counters().records());
            assertTrue(
                    writer.counters().batches() < 1000,
                    () -> "batches=" + writer.counters().batches());
        }
    }

    /**
     * A batch that waits for the expected records waits for long here, unless the records come or the log has
     * something else to do.
     */
    @Test
    void writersOfTheLastBatchAreWaitedFor() throws Exception {
        FaultyDisk disk = FaultyDisk.empty(SEED, Fault.NONE, 0);
        Semaphore asked = new Semaphore(0);
        Company patient = new Company() {
            @Override
            long nanos() {
                asked.release();
                return 100_000_000_000L;
            }
        };
        try (LogWriter writer = new LogWriter(disk, () -> GRAPH, 1 << 20, failed -> {}, patient)) {
            writer.open(0);
            writer.await(writer.append(new byte[10]));
            long both;
            synchronized (writer) { // so that the writer's thread does not take the first record alone
                writer.append(new byte[20]);
                both = writer.append(new byte[30]);
            }
            writer.await(both);
            assertEquals(2, writer.counters().batches());
            assertEquals(0, asked.availablePermits(), "two were more than one had been expected");
            writer.append(new byte[40]);
            assertTrue(asked.tryAcquire(10, TimeUnit.SECONDS), "two are expected");
            CompletableFuture<Void> told = new CompletableFuture<>();
            writer.whenDurable(writer.append(new byte[50]), () -> told.complete(null));
            told.get(20, TimeUnit.SECONDS);
            assertEquals(3, writer.counters().batches());
            assertEquals(5, writer.counters().records());
            writer.append(new byte[60]);
            assertTrue(asked.tryAcquire(10, TimeUnit.SECONDS), "two are expected");
            CompletableFuture.runAsync(writer::beginSegment).get(20, TimeUnit.SECONDS);
            assertEquals(6, writer.counters().records(), "a segment that is to begin waits for nobody");
        }
    }

    @Test
    void whatWasAppendedBeforeASegmentBeginsGoesWhenTheLogIsCutThere() throws IOException {
        FaultyDisk disk = FaultyDisk.empty(SEED, Fault.NONE, 0);
        try (LogWriter writer = new LogWriter(disk, () -> GRAPH, 1 << 20, failed -> {})) {
            writer.open(0);
            writer.beginSegment();
            assertEquals(List.of(0L), LogSegment.positions(disk.names().stream()), "it was empty");
            writer.await(writer.append(new byte[40]));
            writer.beginSegment();
            long begun = writer.end();
            assertEquals(List.of(0L, begun), LogSegment.positions(disk.names().stream()));
            new LogReader(disk, GRAPH).cut(begun);
            assertEquals(List.of(begun), LogSegment.positions(disk.names().stream()));
            writer.await(writer.append(new byte[30]));
            List<Integer> found = new ArrayList<>();
            assertEquals(
                    writer.end(),
                    new LogReader(disk, GRAPH).read(begun, (record, at) -> found.add(record.remaining())));
            assertEquals(List.of(30), found);
        }
        try (LogWriter writer = new LogWriter(disk, () -> GRAPH, 1 << 20, failed -> {})) {
            assertThrows(LogFailedException.class, writer::beginSegment, "it is not open");
        }
    }

    @Test
    void whoeverWaitsIsToldOfAFailureAndNothingIsAppendedAfterIt() throws IOException {
        FaultyDisk disk = FaultyDisk.empty(SEED, Fault.ERROR, 8);
        AtomicReference<Throwable> told = new AtomicReference<>();
        try (LogWriter writer = new LogWriter(disk, () -> GRAPH, 1 << 20, told::set)) {
            writer.open(0);
            AtomicLong ran = new AtomicLong();
            assertThrows(LogFailedException.class, () -> {
                while (true) {
                    long ticket = writer.append(new byte[8]);
                    writer.await(ticket);
                    writer.whenDurable(ticket, ran::incrementAndGet);
                }
            });
            assertThrows(LogFailedException.class, () -> writer.append(new byte[8]));
            assertEquals("Input/output error", String.valueOf(told.get().getMessage()));
            assertEquals(ran.get(), writer.counters().records());
        }
    }

    @Test
    void damageIsToldFromACrash() throws IOException {
        FaultyDisk disk = FaultyDisk.empty(SEED, Fault.NONE, 0);
        try (LogWriter writer = new LogWriter(disk, () -> GRAPH, 1 << 20, failed -> {})) {
            writer.open(0);
            for (int i = 0; i < 3; i++) {
                writer.await(writer.append(new byte[40]));
            }
        }
        String name = LogSegment.name(0);
        long whole;
        try (Disk.File file = disk.open(name)) {
            whole = file.bytes();
            file.truncate(whole - 5); // the last batch, cut off
        }
        LogReader reader = new LogReader(disk, GRAPH);
        List<Long> ends = new ArrayList<>();
        long end = reader.read(0, (record, at) -> ends.add(at));
        assertEquals(2, ends.size());
        assertEquals(ends.get(1), end);
        assertFalse(disk.names().isEmpty());
        try (Disk.File file = disk.open(name)) {
            ByteBuffer all = ByteBuffer.allocate((int) file.bytes());
            file.read(0, all);
            all.put(
                    LogSegment.HEAD_BYTES + LogBatch.HEAD_BYTES + 9,
                    (byte) 1); // the first batch, with the second behind it
            file.truncate(0);
            file.append(all.flip());
        }
        DamagedDataException damaged =
                assertThrows(DamagedDataException.class, () -> reader.read(0, (record, at) -> {}));
        assertTrue(String.valueOf(damaged.getMessage()).contains("position=0"), damaged.toString());
        assertThrows(DamagedDataException.class, () -> new LogReader(disk, GRAPH + 1).read(0, (record, at) -> {}));
    }
}
