package io.pragh.tinkerpop.cli.cluster;

import java.time.Instant;
import java.util.Optional;

/**
 * One node's process, as the cluster's folder remembers it. Immutable.
 *
 * @param name of the node
 * @param pid of the process
 * @param startedMillis when it started, by the system: another process may get the number later
 * @param port of its Gremlin Server
 * @param metricsPort where it serves metrics and its status; 0 until it is known
 */
record NodeProcess(String name, long pid, long startedMillis, int port, int metricsPort) {
    /** The same process, which has said where it serves metrics. */
    NodeProcess withMetricsPort(int known) {
        return new NodeProcess(name, pid, startedMillis, port, known);
    }

    /** The process if it still runs. */
    Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(h -> startedMillis(h) == startedMillis);
    }

    /** When a process started; 0 when the system does not say. */
    static long startedMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
