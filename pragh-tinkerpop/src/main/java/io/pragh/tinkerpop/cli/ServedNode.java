package io.pragh.tinkerpop.cli;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.metrics.MetricsServer;
import io.pragh.tinkerpop.server.PraghServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A server that runs, until its process is told to end, its node is asked to leave its cluster, is expelled, or fails. One thread. */
final class ServedNode {
    /** Exit code of a node that was expelled: whoever looks after the process may start it again. */
    static final int EXPELLED = 3;

    /** Exit code of a node that has failed, and has left its cluster for that. */
    static final int FAILED = 4;

    private static final int LEFT = 0;
    private static final int LOST_SOMETHING = 1;
    private static final long LOOK_NANOS = 200_000_000;

    private final PraghGraph graph;
    private final PraghServer server;
    private final @Nullable MetricsServer metrics;
    private final @Nullable Path config;

    /** What was started; {@code config} is the node's file if it has one. */
    ServedNode(PraghGraph graph, PraghServer server, @Nullable MetricsServer metrics, @Nullable Path config) {
        this.graph = graph;
        this.server = server;
        this.metrics = metrics;
        this.config = config;
    }

    /** Returns the exit code when there is nothing to serve any more. When the process is told to end, it does not return. */
    int serve(PrintWriter out, PrintWriter err) throws IOException {
        while (!Thread.interrupted()) {
            if (graph.isExpelled()) {
                close();
                err.println("pragh: this node was expelled from its cluster: it was silent for longer than"
                        + " cluster.sessionMillis, and others serve its partitions; start it again, and it joins"
                        + " with empty memory");
                err.flush();
                return EXPELLED;
            }
            String failure = graph.failure();
            if (!failure.isEmpty()) {
                close();
                err.println("pragh: " + failure);
                err.flush();
                return FAILED;
            }
            long seconds = config == null ? LeaveRequest.NONE : LeaveRequest.secondsAsked(config);
            if (seconds != LeaveRequest.NONE) {
                return leave(seconds, out, err);
            }
            // Gremlin Server ends itself and the graph when the process is told to end.
            LockSupport.parkNanos(LOOK_NANOS);
        }
        close();
        return LEFT;
    }

    private int leave(long seconds, PrintWriter out, PrintWriter err) {
        out.println("pragh server: leaves its cluster, and hands its partitions over");
        out.flush();
        graph.handOverWhenClosed(seconds);
        close();
        if (graph.hasHandedOver()) {
            out.println(LeaveRequest.done());
            out.flush();
            return LEFT;
        }
        err.println(LeaveRequest.cutShort(seconds));
        err.flush();
        return LOST_SOMETHING;
    }

    private void close() {
        if (metrics != null) {
            metrics.close();
        }
        server.close();
    }
}
