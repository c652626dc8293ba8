package io.pragh.core.txn;

import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.TransactionEnd;
import io.pragh.core.base.LatencyHistogram;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** Counts how a session's transactions ended. One thread counts, any thread reads. */
public final class CommitCounters {
    private final Map<IsolationLevel, Map<TransactionEnd, AtomicLong>> ended = new EnumMap<>(IsolationLevel.class);
    private final LatencyHistogram latency = new LatencyHistogram();

    /** Creates counters that are all zero. */
    public CommitCounters() {
        for (IsolationLevel level : IsolationLevel.values()) {
            Map<TransactionEnd, AtomicLong> counters = new EnumMap<>(TransactionEnd.class);
            for (TransactionEnd end : TransactionEnd.values()) {
                counters.put(end, new AtomicLong());
            }
            ended.put(level, counters);
        }
    }

    private AtomicLong counter(IsolationLevel level, TransactionEnd end) {
        return Objects.requireNonNull(Objects.requireNonNull(ended.get(level)).get(end));
    }

    void ended(IsolationLevel level, TransactionEnd end) {
        raise(counter(level, end), 1);
    }

    void committed(IsolationLevel level, long nanos) {
        ended(level, TransactionEnd.COMMITTED);
        latency.record(nanos);
    }

    private static void raise(AtomicLong counter, long by) {
        counter.lazySet(counter.get() + by);
    }

    /** Number of transactions of this level that ended this way. */
    public long of(IsolationLevel level, TransactionEnd end) {
        return counter(level, end).get();
    }

    /** Durations of the commits that had updates and succeeded. */
    public LatencyHistogram latency() {
        return latency;
    }

    /** Adds another session's counts. */
    public void add(CommitCounters other) {
        for (IsolationLevel level : IsolationLevel.values()) {
            for (TransactionEnd end : TransactionEnd.values()) {
                raise(counter(level, end), other.of(level, end));
            }
        }
        latency.add(other.latency);
    }
}
