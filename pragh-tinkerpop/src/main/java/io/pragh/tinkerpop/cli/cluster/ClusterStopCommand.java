package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.NodeProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code pragh cluster stop}: ends all processes. One thread. */
@Command(
        name = "stop",
        description =
                "End all processes of the cluster; what they held is gone, unless it was started with --data or --durable.",
        mixinStandardHelpOptions = true)
final class ClusterStopCommand implements Callable<Integer> {
    private static final long PATIENCE_SECONDS = 20;

    @Mixin
    private FolderOption where = new FolderOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ClusterFolder folder = where.folder();
        List<NodeProcess> processes = running(folder.processes());
        ClusterBookies bookies = new ClusterBookies(folder);
        int left = running(bookies.processes()).size(); // they outlive nodes that are killed
        if (processes.isEmpty() && left == 0) {
            removeLeft(folder);
            throw new CliException("no cluster is running: --dir=" + folder.path());
        }
        // a node that ends leaves through ZooKeeper, so the processes in which it runs are the last
        List<NodeProcess> last = inWhichZooKeeperRuns(folder, processes);
        List<NodeProcess> first =
                processes.stream().filter(p -> !last.contains(p)).toList();
        int forced = end(first) + end(last);
        bookies.end();
        folder.remember(List.of());
        folder.removeSharedMemory();
        PrintWriter out = spec.commandLine().getOut();
        out.println("pragh cluster: ended "
                + (processes.isEmpty() ? left + " bookies; no node was running" : processes.size() + " processes")
                + (forced > 0 ? ", " + forced + " of them by force" : ""));
        out.flush();
        return 0;
    }

    /** Removes what nodes that were all killed have left, unless nodes are being started that will use it. */
    private static void removeLeft(ClusterFolder folder) throws IOException {
        if (folder.hasSharedMemory()) {
            folder.alone(() -> {
                folder.removeSharedMemory();
                return 0;
            });
        }
    }

    private static List<NodeProcess> running(List<NodeProcess> known) {
        return known.stream().filter(p -> p.handle().isPresent()).toList();
    }

    private static List<NodeProcess> inWhichZooKeeperRuns(ClusterFolder folder, List<NodeProcess> processes)
            throws IOException {
        ZooKeeperPorts zooKeeper;
        try {
            zooKeeper = folder.plan().zooKeeper();
        } catch (CliException unknown) {
            return List.of(); // the record is lost: all end at once
        }
        return processes.stream().filter(p -> zooKeeper.isAt(p.name())).toList();
    }

    /** Ends processes: asks all of them, and then kills those that do not end. Returns the number of killed ones. */
    static int end(List<NodeProcess> processes) {
        List<ProcessHandle> running =
                processes.stream().flatMap(p -> p.handle().stream()).toList();
        running.forEach(ProcessHandle::destroy);
        int forced = 0;
        for (ProcessHandle process : running) {
            try {
                process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException stubborn) {
                forced += process.destroyForcibly() ? 1 : 0;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                forced += process.destroyForcibly() ? 1 : 0;
            } catch (java.util.concurrent.ExecutionException impossible) {
                throw new IllegalStateException("a process's end is not a computation", impossible);
            }
        }
        return forced;
    }
}
