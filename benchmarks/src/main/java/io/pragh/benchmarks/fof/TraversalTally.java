package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.base.Clock;
import io.pragh.core.base.LatencyRecorder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** The counters of all clients of one process. Any thread. */
final class TraversalTally {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Clock clock;
    private LatencyRecorder queryLatency = new LatencyRecorder();
    private LatencyRecorder sinceSample = new LatencyRecorder();
    private PutTimes inserted = new PutTimes();
    private long queries;
    private long inserts;
    private long again;

    TraversalTally(Clock clock) {
        this.clock = clock;
    }

    synchronized void queried(long nanos) {
        queryLatency.record(nanos);
        sinceSample.record(nanos);
        queries++;
    }

    /** Adds an insert, which runs on the client's thread: the latencies from call and from submission are equal. */
    synchronized void inserted(long nanos) {
        inserted.called(nanos, false);
        inserted.took(nanos);
        inserts++;
    }

    /** Counts a call that is made again after a retryable failure. */
    synchronized void again() {
        again++;
    }

    /** All counts in the form of one worker's; the nodes' reads are those of all clients. */
    synchronized LoadWorker.Sample sample(List<Thread> clients, ReadCounters reads) {
        LatencyRecorder latency = sinceSample;
        sinceSample = new LatencyRecorder();
        long cpuNanos = 0;
        for (Thread client : clients) {
            cpuNanos += Math.max(0, THREADS.getThreadCpuTime(client.getId()));
        }
        return new LoadWorker.Sample(
                clock.nanos(),
                queries,
                inserts,
                again,
                reads.valuesLocal + reads.valuesRemote,
                cpuNanos,
                reads,
                latency);
    }

    /** Starts the latencies of a measurement. */
    synchronized void begin() {
        queryLatency = new LatencyRecorder();
        inserted = new PutTimes();
    }

    /** The latencies since {@link #begin}, with the counters at the end. */
    synchronized LoadEnd end(LoadSample sample) {
        LoadEnd end = new LoadEnd(sample, queryLatency, inserted, List.of());
        begin();
        return end;
    }
}
