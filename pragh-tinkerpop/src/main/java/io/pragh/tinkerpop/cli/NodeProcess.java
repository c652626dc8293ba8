package io.pragh.tinkerpop.cli;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * One node's process, as recorded in the folder of a cluster of this machine. Immutable.
 *
 * @param name of the node
 * @param pid of the process
 * @param startedMillis when it started, by the system: another process may get the number later
 * @param port of its Gremlin Server
 * @param metricsPort port of its metrics and status; 0 until it is known
 */
public record NodeProcess(String name, long pid, long startedMillis, int port, int metricsPort) {
    private static final String COUNT = "nodes";

    /**
     * All processes in a file, dead ones too; none when the file is missing. Throws {@link CliException} when it is
     * damaged.
     */
    public static List<NodeProcess> readAll(Path file) throws IOException {
        List<NodeProcess> processes = new ArrayList<>();
        if (!Files.exists(file)) {
            return processes;
        }
        Properties read = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            read.load(reader);
        }
        try {
            int count = Integer.parseInt(read.getProperty(COUNT, "0"));
            for (int i = 0; i < count; i++) {
                String[] words = read.getProperty("node." + i, "").split(" ", -1);
                processes.add(new NodeProcess(
                        words[0],
                        Long.parseLong(words[1]),
                        Long.parseLong(words[2]),
                        Integer.parseInt(words[3]),
                        Integer.parseInt(words[4])));
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException broken) {
            throw new CliException(
                    "the cluster's list of processes is damaged; end them by hand and remove it: file=" + file);
        }
        return processes;
    }

    /** Writes a file for {@link #readAll}. */
    public static void writeAll(Path file, List<NodeProcess> processes) throws IOException {
        Properties written = new Properties();
        written.setProperty(COUNT, "" + processes.size());
        for (int i = 0; i < processes.size(); i++) {
            NodeProcess p = processes.get(i);
            written.setProperty(
                    "node." + i, p.name + " " + p.pid + " " + p.startedMillis + " " + p.port + " " + p.metricsPort);
        }
        write(file, written, "node = name pid started port metricsPort");
    }

    /** Replaces a file by these properties: other commands read the former ones or all of these. */
    public static void write(Path file, Properties properties, String comment) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try (Writer writer = Files.newBufferedWriter(draft)) {
            properties.store(writer, comment);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The same process, with the port of its metrics. */
    public NodeProcess withMetricsPort(int known) {
        return new NodeProcess(name, pid, startedMillis, port, known);
    }

    /** The process if it still runs. */
    public Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(h -> startedMillis(h) == startedMillis);
    }

    /** When a process started; 0 when the system does not say. */
    public static long startedMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
