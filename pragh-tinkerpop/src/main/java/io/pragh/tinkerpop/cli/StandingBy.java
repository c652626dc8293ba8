package io.pragh.tinkerpop.cli;

import io.pragh.core.durable.DataPlace;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.metrics.MetricsServer;
import io.pragh.tinkerpop.server.PraghServer;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server process says and shows while it stands by: a status without nodes, where its metrics will be. Beside others it only tells
 * how far a graph is restored. One thread.
 */
final class StandingBy implements RestoreProgress, AutoCloseable {
    private final ServerPlan plan;
    private final LoadProgress progress;
    private final PrintWriter out;
    private @Nullable MetricsServer status;

    StandingBy(ServerPlan plan, LoadProgress progress, PrintWriter out) {
        this.plan = plan;
        this.progress = progress;
        this.out = out;
    }

    @Override
    public void restored(String what, long done, long total) {
        progress.restored(what, done, total);
    }

    @Override
    public void standsBy() {
        if (status == null && plan.metrics() != null) {
            status = MetricsServer.start(plan.metrics(), List::of);
        }
        out.println("pragh server: stands by for nodes whose data folders are in "
                + plan.graph().getString(PraghGraphConfig.STANDBY)
                + (status == null ? "" : ", metrics at http://" + PraghServer.text(status.address()) + "/metrics"));
        out.flush();
    }

    @Override
    public void takesOver(DataPlace folder) {
        out.println("pragh server: a node was lost, and this process takes its place: " + folder);
        out.flush();
    }

    /** Where the node's metrics are to be served: where those of the standby were. Null for nowhere. */
    @Nullable
    InetSocketAddress metrics() {
        return status == null ? plan.metrics() : status.address();
    }

    @Override
    public void close() {
        if (status != null) {
            status.close();
        }
    }
}
