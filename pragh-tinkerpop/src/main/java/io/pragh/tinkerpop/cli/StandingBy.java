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
 * The messages and the status of a server process while it stands by: a status without nodes, at the later address of
 * its metrics. In other processes it only reports the progress of a restore. One thread.
 */
public final class StandingBy implements RestoreProgress, AutoCloseable {
    private static final String TAKES = "pragh server: a node was lost, and this process takes its place: ";

    private final ServerPlan plan;
    private final LoadProgress progress;
    private final PrintWriter out;
    private @Nullable MetricsServer status;

    StandingBy(ServerPlan plan, LoadProgress progress, PrintWriter out) {
        this.plan = plan;
        this.progress = progress;
        this.out = out;
    }

    /** The data folder that a former standby has, by its output; null while it stands by. */
    public static @Nullable DataPlace taken(String said) {
        return said.lines()
                .filter(line -> line.startsWith(TAKES))
                .reduce((first, last) -> last)
                .map(line -> DataPlace.of(line.substring(TAKES.length())))
                .orElse(null);
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
        out.println(TAKES + folder);
        out.flush();
    }

    /** The address for the node's metrics: the standby's if it served any, else the configured one; null for none. */
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
