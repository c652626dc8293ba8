package io.pragh.tinkerpop.cli;

import io.pragh.core.base.Seldom;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.metrics.MetricsServer;
import io.pragh.tinkerpop.server.PraghServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A running server, until its process is told to end, its node is asked to leave its cluster, is expelled, or fails.
 * One thread.
 */
final class ServedNode {
    /** Exit code of a node that was expelled: a supervisor may start the process again. */
    static final int EXPELLED = 3;

    /** Exit code of a node that has failed, and has left its cluster because of that. */
    static final int FAILED = 4;

    private static final int GOES_ON = -1;
    private static final int LEFT = 0;
    private static final int LEFT_SOMETHING = 1;
    private static final long LOOK_NANOS = 200_000_000;
    private static final long WARN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final PraghGraph graph;
    private final PraghServer server;
    private final @Nullable MetricsServer metrics;
    private final @Nullable Path config;
    private final Seldom warnings = new Seldom(WARN_NANOS, System.nanoTime());

    /** The started components; {@code config} is the node's file if it has one. */
    ServedNode(PraghGraph graph, PraghServer server, @Nullable MetricsServer metrics, @Nullable Path config) {
        this.graph = graph;
        this.server = server;
        this.metrics = metrics;
        this.config = config;
    }

    /**
     * Returns the exit code when there is nothing to serve any more. When the process is told to end, it does not
     * return.
     */
    int serve(PrintWriter out, PrintWriter err) {
        while (!Thread.interrupted()) {
            int code = lookInSpiteOfAFullHeap(out, err);
            if (code != GOES_ON) {
                return code;
            }
            // Gremlin Server ends itself and the graph when the process is told to end.
            LockSupport.parkNanos(LOOK_NANOS);
        }
        close();
        return LEFT;
    }

    /**
     * A query may have filled the heap for the moment: only this thread ends the process, so it checks again later.
     */
    private int lookInSpiteOfAFullHeap(PrintWriter out, PrintWriter err) {
        try {
            return look(out, err);
        } catch (OutOfMemoryError | LinkageError none) { // a class that cannot be linked on a full heap can be later
            return GOES_ON;
        }
    }

    private int look(PrintWriter out, PrintWriter err) {
        // first: this check needs no memory, whose lack may be the node's failure
        String failure = graph.failure();
        if (!failure.isEmpty()) {
            return end(FAILED, failure, err);
        }
        if (graph.isExpelled()) {
            return end(
                    EXPELLED,
                    "this node was expelled from its cluster: it was silent for longer than cluster.sessionMillis, or"
                            + " its machine refused connections to it, and others serve its partitions, or wait for it; start it"
                            + " again: it joins with what its data folder keeps, or with empty memory",
                    err);
        }
        long seconds = config == null ? LeaveRequest.NONE : secondsAsked(config, err);
        return seconds == LeaveRequest.NONE ? GOES_ON : leave(seconds, out, err);
    }

    /** A request that cannot be understood is none: the node must not end without handing over because of it. */
    private long secondsAsked(Path file, PrintWriter err) {
        try {
            return LeaveRequest.secondsAsked(file);
        } catch (IOException unreadable) {
            if (warnings.isDue(System.nanoTime())) {
                err.println(
                        "pragh server: warning: a request to leave the cluster cannot be read; write the number of seconds into"
                                + " it, and let this user read it: file="
                                + LeaveRequest.of(file) + " because " + unreadable);
                err.flush();
            }
            return LeaveRequest.NONE;
        }
    }

    private int end(int code, String why, PrintWriter err) {
        close();
        err.println("pragh: " + why);
        err.flush();
        return code;
    }

    private int leave(long seconds, PrintWriter out, PrintWriter err) {
        out.println("pragh server: leaves its cluster, and hands its partitions over");
        out.flush();
        graph.handOverWhenClosed(seconds);
        String data = graph.configuration().getString(PraghGraphConfig.DATA, null);
        close();
        if (graph.hasHandedOver()) {
            out.println(LeaveRequest.done(data));
            out.flush();
            return LEFT;
        }
        err.println(LeaveRequest.cutShort(seconds, data));
        err.flush();
        return LEFT_SOMETHING;
    }

    private void close() {
        if (metrics != null) {
            metrics.close();
        }
        server.close();
    }
}
