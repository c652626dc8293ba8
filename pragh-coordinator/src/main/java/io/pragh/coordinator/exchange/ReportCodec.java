package io.pragh.coordinator.exchange;

import io.pragh.core.placement.AccessReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Encodes and decodes an access report.
 *
 * <pre>
 *   payload: intervalNanos | entries | entry …       numbers of seven bits per byte
 *   entry:   key (8 bytes) | owner | 2 * reads + local | bytes
 * </pre>
 *
 * <p>Stateless.
 */
public final class ReportCodec {
    /** A key, and three numbers of at most 32 bits, one of them doubled. */
    private static final int ENTRY_BYTES_MAX = 8 + 5 + 5 + 5;

    private static final int ENTRY_BYTES_MIN = 8 + 1 + 1 + 1;

    /** Bound on entries, which always fit. */
    static final int ENTRIES_MAX = (RecordCodec.PAYLOAD_MAX - 20) / ENTRY_BYTES_MAX;

    private ReportCodec() {}

    /** A report as a record; one that is too large loses the keys that were read least. */
    public static byte[] encode(AccessReport report) {
        List<AccessReport.Entry> entries = report.entries();
        if (entries.size() > ENTRIES_MAX) {
            entries = new ArrayList<>(entries);
            entries.sort(Comparator.comparingInt(AccessReport.Entry::reads).reversed());
            entries = entries.subList(0, ENTRIES_MAX);
        }
        PayloadWriter payload = new PayloadWriter();
        payload.count(report.intervalNanos()).count(entries.size());
        for (AccessReport.Entry entry : entries) {
            payload.word(entry.key())
                    .count(entry.owner())
                    .count(2L * entry.reads() + (entry.local() ? 1 : 0))
                    .count(entry.bytes());
        }
        return RecordCodec.seal(RecordCodec.Kind.REPORT, report.node(), report.sequence(), payload);
    }

    /** The report in a record; throws {@link io.pragh.core.base.PraghException} when the bytes are not one. */
    public static AccessReport decode(byte[] bytes) {
        RecordCodec.Opened record = RecordCodec.open(RecordCodec.Kind.REPORT, bytes);
        PayloadReader payload = record.payload();
        long intervalNanos = payload.count();
        int count = payload.countOf(ENTRY_BYTES_MIN);
        List<AccessReport.Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long key = payload.word();
            int owner = payload.count(Integer.MAX_VALUE);
            long reads = payload.count();
            int blockBytes = payload.count(Integer.MAX_VALUE);
            entries.add(new AccessReport.Entry(key, owner, (int) (reads >>> 1), blockBytes, (reads & 1) != 0));
        }
        payload.end();
        return new AccessReport((int) record.source(), record.number(), intervalNanos, entries);
    }
}
