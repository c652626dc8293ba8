package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.CliException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a cluster of this machine keeps its configuration, its logs, and which processes it has. One thread.
 *
 * <pre>
 *   node-0.yaml  node-0.log  …  secret  cluster.properties  processes.properties
 * </pre>
 */
final class ClusterFolder {
    private static final String PLAN = "cluster.properties";
    private static final String PROCESSES = "processes.properties";
    private static final Pattern LOG = Pattern.compile("node-(\\d{1,6})\\.log");
    private static final String COUNT = "nodes";

    private final Path folder;

    ClusterFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** The default for a cluster of this name. */
    static Path named(String name) {
        return Path.of(System.getProperty("user.home"), ".pragh", name);
    }

    Path path() {
        return folder;
    }

    Path log(String node) {
        return folder.resolve(node + ".log");
    }

    Path config(String node) {
        return folder.resolve(node + ".yaml");
    }

    Path secret() {
        return folder.resolve("secret");
    }

    /** Creates the folder, for this user alone, or refuses one that holds something else. */
    void create() throws IOException {
        if (Files.exists(folder) && !Files.exists(folder.resolve(PROCESSES)) && !isEmpty()) {
            throw new CliException("the folder holds something else than a cluster: --dir=" + folder);
        }
        Files.createDirectories(folder);
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private boolean isEmpty() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    /** The processes of the cluster, dead ones too; none when there is no cluster. */
    List<NodeProcess> processes() throws IOException {
        Path file = folder.resolve(PROCESSES);
        List<NodeProcess> processes = new ArrayList<>();
        if (Files.exists(file)) {
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
        }
        return processes;
    }

    /** The processes that run; refuses a cluster that has lost its ZooKeeper, by the end of most processes that it ran in. */
    List<NodeProcess> running() throws IOException {
        List<NodeProcess> running =
                processes().stream().filter(p -> p.handle().isPresent()).toList();
        if (running.isEmpty()) {
            throw new CliException("no cluster is running: --dir=" + folder);
        }
        ZooKeeperPorts zooKeeper = plan().zooKeeper();
        if (running.stream().filter(p -> zooKeeper.isAt(p.name())).count() < zooKeeper.majority()) {
            throw new CliException("the nodes are gone in which most of the cluster's ZooKeeper ran; end the rest by"
                    + " pragh cluster stop: --dir=" + folder);
        }
        return running;
    }

    /** Remembers what was started, for nodes that come later. */
    void remember(ClusterLaunch.Plan plan) throws IOException {
        Properties written = new Properties();
        written.setProperty("name", plan.name());
        written.setProperty("fabric", plan.fabric());
        written.setProperty("nodes", "" + plan.nodes());
        written.setProperty("port", "" + plan.port());
        written.setProperty("zooKeeper", plan.zooKeeper().text());
        written.setProperty("memoryMb", "" + plan.memoryMb());
        try (Writer writer = Files.newBufferedWriter(folder.resolve(PLAN))) {
            written.store(writer, "what pragh cluster start was asked for");
        }
    }

    /** Whether a cluster was started here. */
    boolean hasHadCluster() {
        return Files.exists(folder.resolve(PLAN));
    }

    /** What was started here. */
    ClusterLaunch.Plan plan() throws IOException {
        Path file = folder.resolve(PLAN);
        Properties read = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            read.load(reader);
            return new ClusterLaunch.Plan(
                    read.getProperty("name", ""),
                    read.getProperty("fabric", ""),
                    Integer.parseInt(read.getProperty("nodes", "")),
                    Integer.parseInt(read.getProperty("port", "")),
                    ZooKeeperPorts.parse(read.getProperty("zooKeeper", "")),
                    Long.parseLong(read.getProperty("memoryMb", "")));
        } catch (NoSuchFileException | NumberFormatException | ArrayIndexOutOfBoundsException broken) {
            throw new CliException(
                    "it is not known how this cluster was started; start it again by pragh cluster start: file="
                            + file);
        }
    }

    /** A number that no node of this cluster has had: logs stay. */
    int nextNode() throws IOException {
        int next = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Matcher log = LOG.matcher(file.getFileName().toString());
                next = log.matches() ? Math.max(next, Integer.parseInt(log.group(1)) + 1) : next;
            }
        }
        return next;
    }

    /** Remembers the processes. */
    void remember(List<NodeProcess> processes) throws IOException {
        Properties written = new Properties();
        written.setProperty(COUNT, "" + processes.size());
        for (int i = 0; i < processes.size(); i++) {
            NodeProcess p = processes.get(i);
            written.setProperty(
                    "node." + i,
                    p.name() + " " + p.pid() + " " + p.startedMillis() + " " + p.port() + " " + p.metricsPort());
        }
        try (Writer writer = Files.newBufferedWriter(folder.resolve(PROCESSES))) {
            written.store(writer, "node = name pid started port metricsPort");
        }
    }
}
