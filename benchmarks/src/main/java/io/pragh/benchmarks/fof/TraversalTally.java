package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.base.Clock;
import io.pragh.core.base.LatencyRecorder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** What all clients of one process have counted. Any thread. */
final class TraversalTally {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Clock clock;
    private LatencyRecorder queryLatency = new LatencyRecorder();
    private LatencyRecorder sinceSample = new LatencyRecorder();
    private PutTimes inserted = new PutTimes();
    private long queries;
    private long inserts;

    TraversalTally(Clock clock) {
        this.clock = clock;
    }

    synchronized void queried(long nanos) {
        queryLatency.record(nanos);
        sinceSample.record(nanos);
        queries++;
    }

    /** Every insert waits for whoever runs it: call and submission are one. */
    synchronized void inserted(long nanos) {
        inserted.called(nanos, false);
        inserted.took(nanos);
        inserts++;
    }

    /** All counts as those of one worker; the nodes' reads are those of all clients. */
    synchronized LoadWorker.Sample sample(List<Thread> clients, ReadCounters reads) {
        LatencyRecorder latency = sinceSample;
        sinceSample = new LatencyRecorder();
        long cpuNanos = 0;
        for (Thread client : clients) {
            cpuNanos += Math.max(0, THREADS.getThreadCpuTime(client.getId()));
        }
        return new LoadWorker.Sample(
                clock.nanos(), queries, inserts, reads.valuesLocal + reads.valuesRemote, cpuNanos, reads, latency);
    }

    /** Latencies are counted from here. */
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
