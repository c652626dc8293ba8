package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.NodeProcess;
import io.pragh.tinkerpop.cli.PraghCli;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The bookies of a cluster of this machine whose data folders they keep: processes beside its nodes, with a folder
 * each. One thread.
 */
final class ClusterBookies {
    /** The cluster continues while one of them is away. */
    static final int COUNT = 3;

    private static final String BOOKIE = "bookie-";
    private static final String PROCESSES = "bookies.properties";
    private static final int MEMORY_MB = 160;
    private static final String READY = "pragh bookie: ready";
    private static final String SPOKE = "pragh: ";
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ClusterFolder folder;

    ClusterBookies(ClusterFolder folder) {
        this.folder = folder;
    }

    /** Starts those that do not run, one after the other, at their former ports; returns when they serve. */
    void start(String address) throws IOException {
        List<NodeProcess> known = processes();
        Random random = new SecureRandom();
        Set<Integer> chosen = new HashSet<>();
        known.forEach(bookie -> chosen.add(bookie.port()));
        List<NodeProcess> all = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            NodeProcess before = i < known.size() ? known.get(i) : null;
            if (before != null && before.handle().isPresent()) {
                all.add(before);
                continue;
            }
            int port = before == null ? ZooKeeperPorts.free(random, chosen) : before.port();
            Process process = start(BOOKIE + i, address, port);
            all.add(new NodeProcess(BOOKIE + i, process.pid(), NodeProcess.startedMillis(process.toHandle()), port, 0));
            remember(all, known); // before it is ready: it runs on when this command is killed
            boolean ready = false;
            try {
                awaitReady(BOOKIE + i, process);
                ready = true;
            } finally {
                if (!ready) {
                    remember(all.subList(0, i), known); // another process may have that port
                }
            }
        }
    }

    /** Records these, and those that were known behind them. */
    private void remember(List<NodeProcess> all, List<NodeProcess> known) throws IOException {
        List<NodeProcess> remembered = new ArrayList<>(all);
        remembered.addAll(known.subList(Math.min(all.size(), known.size()), known.size()));
        NodeProcess.writeAll(folder.path().resolve(PROCESSES), remembered);
    }

    private Process start(String name, String address, int port) throws IOException {
        folder.removeLogs(name);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ClusterLaunch.flags(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        command.addAll(List.of("-Xmx" + MEMORY_MB + "m", "-XX:MaxDirectMemorySize=" + MEMORY_MB + "m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PraghCli.class.getName()));
        String log = folder.log(name).toString();
        command.addAll(List.of("bookie", "--at", address, "--port", "" + port, "--log", log));
        command.addAll(List.of("--folder", folder.path().resolve(name).toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(new File(log)))
                .redirectInput(new File("/dev/null"))
                .start();
    }

    private void awaitReady(String name, Process process) throws IOException {
        long began = System.nanoTime();
        while (true) {
            List<String> said = Files.readString(folder.log(name)).lines().toList();
            if (said.stream().anyMatch(line -> line.startsWith(READY))) {
                return;
            }
            if (!process.isAlive() || System.nanoTime() - began > PATIENCE_NANOS) {
                process.destroy();
                throw new CliException("a bookie did not start: name=" + name + " reason="
                        + said.stream()
                                .filter(line -> line.startsWith(SPOKE))
                                .reduce((first, last) -> last)
                                .orElse("it has said nothing")
                        + " log=" + folder.log(name));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** All of them, dead ones too; none when the cluster has no bookies. */
    List<NodeProcess> processes() throws IOException {
        return NodeProcess.readAll(folder.path().resolve(PROCESSES));
    }

    /** Ends the running ones; their ports and folders stay recorded. */
    void end() throws IOException {
        ClusterStopCommand.end(processes());
    }
}
