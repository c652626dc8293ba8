package io.pragh.coordinator.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Pins the bytes of reports and plans, and checks that damaged and oversized records are refused. jqwik generates
 * reports and prints the seed of a failure.
 */
class CodecTest {
    private static final AccessReport REPORT = new AccessReport(
            3,
            258,
            10_000_000_000L,
            List.of(
                    new AccessReport.Entry(0x1000_0000_0000_0002L, 5, 100, 4_096, false),
                    new AccessReport.Entry(0xF000_0000_0000_0001L, 127, 0, 64, true)));

    private static final MigrationPlan PLAN = new MigrationPlan(
            7,
            List.of(new Move(0x1000_0000_0000_0002L, 5, 2), new Move(0x1000_0000_0000_0001L, 6, 2)),
            List.of(new MigrationPlan.Watch(9, 2, true), new MigrationPlan.Watch(10, 2, false)));

    @Test
    void reportHasTheseBytes() {
        assertEquals(
                "01020000" + "1e000000" + "0300000000000000" + "0201000000000000" + "d2a81fdb" + "00000000"
                        + "80c8afa025" + "02"
                        + "0200000000000010" + "05" + "c801" + "8020"
                        + "01000000000000f0" + "7f" + "01" + "40",
                hex(ReportCodec.encode(REPORT)));
        assertEquals(REPORT, ReportCodec.decode(ReportCodec.encode(REPORT)));
    }

    @Test
    void planHasTheseBytes() {
        byte[] bytes = PlanCodec.encode(2, new PlanCodec.Sent(4, 31, PLAN));
        assertEquals(
                "02020000" + "28000000" + "0400000000000000" + "1f00000000000000" + "5137ef5a" + "00000000"
                        + "07" + "02" + "02"
                        + "0200000000000010" + "05" + "0100000000000010" + "06"
                        + "02" + "0900000000000000" + "01" + "0a00000000000000" + "00",
                hex(bytes));
        assertEquals(new PlanCodec.Sent(4, 31, PLAN), PlanCodec.decode(bytes));
    }

    @Test
    void damagedRecordsAreRefusedWhereverTheyAreDamaged() {
        byte[] bytes = ReportCodec.encode(REPORT);
        for (int i = RecordCodec.LENGTH; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 4;
            assertThrows(PraghException.class, () -> ReportCodec.decode(damaged));
        }
        byte[] cut = java.util.Arrays.copyOf(bytes, bytes.length - 1);
        assertThrows(PraghException.class, () -> ReportCodec.decode(cut));
        assertThrows(PraghException.class, () -> ReportCodec.decode(new byte[3]));
    }

    @Test
    void otherKindsAndLaterVersionsAreRefused() {
        byte[] bytes = ReportCodec.encode(REPORT);
        assertThrows(PraghException.class, () -> PlanCodec.decode(bytes));
        bytes[RecordCodec.VERSION_OFFSET]++;
        PraghException later = assertThrows(PraghException.class, () -> ReportCodec.decode(bytes));
        assertTrue(later.getMessage().contains("version=2 cluster=3"), later.getMessage());
    }

    @Test
    void countsThatPromiseMoreThanThereIsAreRefused() {
        PayloadWriter payload = new PayloadWriter().count(1).count(1_000_000_000);
        byte[] bytes = RecordCodec.seal(RecordCodec.Kind.REPORT, 1, 1, payload);
        assertThrows(PraghException.class, () -> ReportCodec.decode(bytes));
    }

    @Test
    void reportTooLargeForARecordKeepsTheKeysThatWereReadMost() {
        List<AccessReport.Entry> entries = new ArrayList<>();
        for (int i = 0; i < ReportCodec.ENTRIES_MAX + 1_000; i++) {
            entries.add(
                    new AccessReport.Entry(i + 1L, Integer.MAX_VALUE, Integer.MAX_VALUE - i, Integer.MAX_VALUE, true));
        }
        byte[] bytes = ReportCodec.encode(new AccessReport(1, 1, Long.MAX_VALUE, entries));
        assertTrue(bytes.length <= RecordCodec.BYTES_MAX, "bytes=" + bytes.length);
        assertEquals(
                entries.subList(0, ReportCodec.ENTRIES_MAX),
                ReportCodec.decode(bytes).entries());
    }

    @Test
    void planTooLargeForARecordBecomesSeveralPlans() {
        List<Move> moves = new ArrayList<>();
        List<MigrationPlan.Watch> watches = new ArrayList<>();
        for (int i = 0; i < PlanCodec.ITEMS_MAX + 10; i++) {
            moves.add(new Move(-i, Integer.MAX_VALUE, 2));
            watches.add(new MigrationPlan.Watch(i, 2, i % 2 == 0));
        }
        List<MigrationPlan> pieces = PlanCodec.cut(new MigrationPlan(9, moves, watches));
        List<Move> movesSent = new ArrayList<>();
        List<MigrationPlan.Watch> watchesSent = new ArrayList<>();
        for (MigrationPlan piece : pieces) {
            byte[] bytes = PlanCodec.encode(2, new PlanCodec.Sent(1, 1, piece));
            assertTrue(bytes.length <= RecordCodec.BYTES_MAX, "bytes=" + bytes.length);
            movesSent.addAll(PlanCodec.decode(bytes).plan().moves());
            watchesSent.addAll(PlanCodec.decode(bytes).plan().watches());
        }
        assertEquals(3, pieces.size());
        assertEquals(moves, movesSent);
        assertEquals(watches, watchesSent);
    }

    @Test
    void recordTooLargeIsRefusedBeforeItIsWritten() {
        PayloadWriter payload = new PayloadWriter().text("x".repeat(RecordCodec.PAYLOAD_MAX));
        assertThrows(PraghException.class, () -> RecordCodec.seal(RecordCodec.Kind.VIEW, 0, 0, payload));
    }

    @Property(tries = 200)
    void everyReportComesBackAsItWas(@ForAll long seed, @ForAll @IntRange(max = 50) int count) {
        Random random = new Random(seed);
        List<AccessReport.Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(new AccessReport.Entry(
                    random.nextLong(),
                    random.nextInt(128),
                    random.nextInt() >>> 1 + random.nextInt(30),
                    random.nextInt() >>> 1 + random.nextInt(30),
                    random.nextBoolean()));
        }
        AccessReport report =
                new AccessReport(random.nextInt(1_000), random.nextLong(), random.nextLong() >>> 1, entries);
        assertEquals(report, ReportCodec.decode(ReportCodec.encode(report)));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
