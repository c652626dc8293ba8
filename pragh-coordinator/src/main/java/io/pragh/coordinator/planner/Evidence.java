package io.pragh.coordinator.planner;

/**
 * An estimate of how often one node reads one value: reads counted and seconds for which they were counted, both
 * fading with age. One thread.
 */
// Reads arrive by chance, so a count of n has a standard deviation of the square root of n. Old counts fade
// exponentially, which keeps the rate and lowers its weight. A count that chance cannot explain, given the memory, is
// news: the memory is dropped, so that a shift of the workload is seen in one report while noise is averaged over
// many. (A second, shorter memory that notices slow shifts was tried: it gained next to nothing over letting the
// memory fade.)
//
// A remote reader that is missing from its node's report has not read. An owner that does not watch the key is
// missing from every report: its evidence is frozen, so that silence means nothing.
final class Evidence {
    /** Age in reports at which a count has faded to 1/e. */
    static final int MEMORY_REPORTS = 12;

    /** A count is news when it is off by this many standard deviations, and by this many reads more. */
    private static final double NEWS_DEVIATIONS = 4;

    private static final double NEWS_READS = 2;
    private static final double NANOS_PER_SECOND = 1e9;

    final int node;
    private double reads;
    private double seconds;
    private long updatedNanos;
    private boolean frozen;

    /** Starts empty; reads are counted from now on. */
    Evidence(int node, long nowNanos) {
        this.node = node;
        this.updatedNanos = nowNanos;
    }

    /** Adds one report; true when it is news. */
    boolean observe(long startNanos, long endNanos, int count, long memoryNanos) {
        if (startNanos - updatedNanos > (endNanos - startNanos) / 2) {
            missing(startNanos, memoryNanos);
        }
        frozen = false;
        return add(count, endNanos - startNanos, endNanos, memoryNanos);
    }

    /** The node has reported up to a moment without naming the key: unless frozen, that counts as no reads. */
    void missing(long untilNanos, long memoryNanos) {
        if (!frozen && untilNanos > updatedNanos && seconds > 0) {
            add(0, untilNanos - updatedNanos, untilNanos, memoryNanos);
        }
    }

    private boolean add(int count, long spanNanos, long endNanos, long memoryNanos) {
        double span = spanNanos / NANOS_PER_SECOND;
        double expected = perSecond() * span;
        boolean news = seconds == 0
                || Math.abs(count - expected) > NEWS_DEVIATIONS * Math.sqrt(Math.max(count, expected)) + NEWS_READS;
        double kept = news ? 0 : kept(endNanos, memoryNanos);
        reads = reads * kept + count;
        seconds = seconds * kept + span;
        updatedNanos = Math.max(updatedNanos, endNanos);
        return news;
    }

    private double kept(long nowNanos, long memoryNanos) {
        return Math.exp(-(double) Math.max(0, nowNanos - updatedNanos) / memoryNanos);
    }

    /** From now on, the absence of a key from a report means nothing. */
    void freeze() {
        frozen = true;
    }

    /** From a moment on, absence from a report means no reads; the counts before stay as they are. */
    void thaw(long nowNanos) {
        frozen = false;
        skip(nowNanos);
    }

    /** Excludes a span from counting, because the value moved or was unwatched within it. */
    void skip(long untilNanos) {
        updatedNanos = Math.max(updatedNanos, untilNanos);
    }

    boolean isFrozen() {
        return frozen;
    }

    /** Whether any report has been counted. */
    boolean isKnown() {
        return seconds > 0;
    }

    /** Reads per second. */
    double perSecond() {
        return seconds > 0 ? reads / seconds : 0;
    }

    /** The variance of {@link #perSecond()}. */
    double variance(long nowNanos, long memoryNanos) {
        return seconds > 0 ? reads / (seconds * seconds * kept(nowNanos, memoryNanos)) : 0;
    }

    /** Reads counted, faded to a given moment. */
    double reads(long nowNanos, long memoryNanos) {
        return reads * kept(nowNanos, memoryNanos);
    }

    /** Seconds counted, faded to a given moment. */
    double seconds(long nowNanos, long memoryNanos) {
        return seconds * kept(nowNanos, memoryNanos);
    }

    /** The moment up to which reads have been counted. */
    long updatedNanos() {
        return updatedNanos;
    }
}
