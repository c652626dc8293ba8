package io.pragh.core.placement.monitor;

import io.pragh.core.base.PraghException;

/**
 * Configures how an {@link AccessMonitor} counts and reports. Immutable.
 *
 * @param reportIntervalNanos how often a report is due when nothing is urgent
 * @param burstReadsPerSecond from this rate of remote reads on, a value is hot and a report urgent; 1 to 1,000,000
 * @param urgentIntervalNanos an urgent report comes at least this long after the one before
 * @param reportMinimum remote reads in an interval that make a key worth reporting; 1 or more
 * @param reportEntriesMax keys in one report; the hottest are kept; 2 to {@link #REPORT_ENTRIES_LIMIT}
 */
public record MonitorConfig(
        long reportIntervalNanos,
        int burstReadsPerSecond,
        long urgentIntervalNanos,
        int reportMinimum,
        int reportEntriesMax) {
    /** The size limit of a report. */
    public static final int REPORT_BYTES_MAX = 512 << 10;
    /** Bytes to allow for one key in a report, in any encoding: 8 for the key, 13 for the rest, 3 to spare. */
    public static final int REPORT_ENTRY_BYTES = 24;
    /** The largest {@code reportEntriesMax}; a kilobyte is left for the head of the report. */
    public static final int REPORT_ENTRIES_LIMIT = (REPORT_BYTES_MAX - 1024) / REPORT_ENTRY_BYTES;

    private static final int BURST_LIMIT = 1_000_000;

    /**
     * A report every ten seconds, or after one second when a value is read a hundred times a second, with keys that
     * were read twice.
     */
    public static final MonitorConfig DEFAULT =
            new MonitorConfig(10_000_000_000L, 100, 1_000_000_000L, 2, REPORT_ENTRIES_LIMIT);

    /** Checks the ranges. */
    public MonitorConfig {
        if (urgentIntervalNanos < 1 || reportIntervalNanos < urgentIntervalNanos) {
            throw new PraghException("an urgent report must not come later than an ordinary one: reportIntervalNanos="
                    + reportIntervalNanos + " urgentIntervalNanos=" + urgentIntervalNanos);
        }
        if (burstReadsPerSecond < 1
                || burstReadsPerSecond > BURST_LIMIT
                || reportMinimum < 1
                || reportEntriesMax < 2
                || reportEntriesMax > REPORT_ENTRIES_LIMIT) {
            throw new PraghException(
                    "out of range (burstReadsPerSecond 1..1000000, reportMinimum >= 1, reportEntriesMax 2.."
                            + REPORT_ENTRIES_LIMIT + "): burstReadsPerSecond=" + burstReadsPerSecond + " reportMinimum="
                            + reportMinimum + " reportEntriesMax=" + reportEntriesMax);
        }
    }
}
