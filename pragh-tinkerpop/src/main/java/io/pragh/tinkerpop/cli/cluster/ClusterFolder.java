package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.LocalLogin;
import io.pragh.tinkerpop.cli.NodeProcess;
import java.io.IOException;
import java.io.Reader;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a cluster of this machine, with its configuration, its logs, and the list of its processes. One
 * thread.
 *
 * <pre>
 *   node-0.yaml  node-0.log  …  secret  users  remote.yaml  cluster.properties  processes.properties  lock
 *   shared-memory: the path of the nodes' shared memory; without this file, it is in the folder shm
 * </pre>
 */
final class ClusterFolder {
    private static final String PLAN = "cluster.properties";
    private static final String PROCESSES = LocalLogin.PROCESSES;
    private static final String LOCK = "lock";
    private static final String SHARED = "shared-memory";
    private static final Path IN_MEMORY = Path.of("/dev/shm");
    private static final Pattern LOG = Pattern.compile("node-(\\d{1,6})\\.log");

    private final Path folder;

    ClusterFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** The default for a cluster of this name. */
    static Path named(String name) {
        return LocalLogin.clusters().resolve(name);
    }

    Path path() {
        return folder;
    }

    Path log(String node) {
        return folder.resolve(node + ".log");
    }

    /** Removes the logs of an earlier process of this name, rotated ones too. */
    void removeLogs(String node) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith(node + ".log")) {
                    Files.delete(file);
                }
            }
        }
    }

    /** What a process has said, as far as the files of its log are left; the oldest first. */
    String said(String node) throws IOException {
        String log = String.valueOf(log(node).getFileName());
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(log))
                    .sorted(Comparator.comparing(Path::toString, Comparator.reverseOrder())) // x.log.1 before x.log
                    .toList();
        }
        StringBuilder said = new StringBuilder();
        for (Path file : files) {
            said.append(Files.readString(file));
        }
        return said.toString();
    }

    Path config(String node) {
        return folder.resolve(node + ".yaml");
    }

    /** The folder of nodes on the shared-memory fabric. */
    Path sharedMemory() throws IOException {
        Path chosen = folder.resolve(SHARED);
        return Files.exists(chosen) ? Path.of(Files.readString(chosen).strip()) : folder.resolve("shm");
    }

    /**
     * Makes the folder for nodes that take so many bytes of shared memory, in a file system in memory if that has room
     * for them: from files on a disk, all that changes would be written to the disk again and again.
     *
     * @return whether it is in memory
     */
    boolean makeSharedMemory(long bytes) throws IOException {
        return makeSharedMemory(IN_MEMORY, bytes);
    }

    boolean makeSharedMemory(Path inMemory, long bytes) throws IOException {
        removeSharedMemory();
        boolean hasRoom = Files.isDirectory(inMemory)
                && Files.isWritable(inMemory)
                && Files.getFileStore(inMemory).getUsableSpace() > bytes;
        if (hasRoom) {
            Path made = Files.createTempDirectory(inMemory, "pragh-" + folder.getFileName() + "-");
            Files.writeString(folder.resolve(SHARED), made + "\n");
        }
        return hasRoom;
    }

    /** Data of the ZooKeeper in a node's process, where it outlives the process. */
    Path zooKeeper(String node) {
        return folder.resolve("zookeeper-of-" + node);
    }

    Path secret() {
        return folder.resolve("secret");
    }

    /** Users of the nodes' servers, with the password in plain. */
    Path users() {
        return folder.resolve(LocalLogin.USERS);
    }

    /** Gremlin Console's configuration for the servers, with the password in plain. */
    Path remote() {
        return folder.resolve("remote.yaml");
    }

    /** The login for clients of this machine; null when there are no logins. */
    @Nullable
    LocalLogin login() throws IOException {
        return Files.exists(users()) ? LocalLogin.read(users()) : null;
    }

    /** Creates the folder, for this user alone, or refuses one with other contents. */
    void create() throws IOException {
        if (Files.exists(folder) && !Files.exists(folder.resolve(PROCESSES)) && !isEmpty()) {
            throw new CliException("the folder holds something else than a cluster: --dir=" + folder);
        }
        Files.createDirectories(folder);
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** What a command does with a cluster; returns its exit code. */
    interface Work {
        int run() throws IOException;
    }

    /**
     * Runs a command that starts or removes processes, unless another one is at work in this folder. Each of them
     * writes down the processes that it found and its own, so two at once would forget some that run.
     */
    int alone(Work work) throws IOException {
        try (FileChannel file =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (!isLocked(file)) {
                throw new CliException("another pragh cluster command starts or removes processes of this cluster; try"
                        + " again when it is done: --dir=" + folder);
            }
            return work.run();
        }
    }

    /** Whether this command has got the lock, which ends when the file is closed or the process is killed. */
    private static boolean isLocked(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    /** Whether nodes share memory, or have left some. */
    boolean hasSharedMemory() throws IOException {
        return Files.isDirectory(sharedMemory(), LinkOption.NOFOLLOW_LINKS);
    }

    /** The remains of killed processes would be taken for a later life of the new ones. */
    void removeSharedMemory() throws IOException {
        if (hasSharedMemory()) {
            try (Stream<Path> left = Files.walk(sharedMemory())) {
                for (Path each : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
        Files.deleteIfExists(folder.resolve(SHARED));
    }

    private boolean isEmpty() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.allMatch(file -> file.getFileName().toString().equals(LOCK));
        }
    }

    /** The processes of the cluster, dead ones too; none when there is no cluster. */
    List<NodeProcess> processes() throws IOException {
        List<NodeProcess> processes = new ArrayList<>();
        for (NodeProcess process : NodeProcess.readAll(folder.resolve(PROCESSES))) {
            processes.add(process.metricsPort() == 0 ? withMetricsPort(process) : process);
        }
        return processes;
    }

    /** A process as its log knows it: the command that has started it may have been killed before it was ready. */
    private NodeProcess withMetricsPort(NodeProcess process) throws IOException {
        return process.withMetricsPort(
                ClusterLaunch.metricsPort(said(process.name())).orElse(0));
    }

    /**
     * The running processes; refuses a cluster that has lost its ZooKeeper because most of its processes have ended.
     */
    List<NodeProcess> running() throws IOException {
        List<NodeProcess> running =
                processes().stream().filter(p -> p.handle().isPresent()).toList();
        if (running.isEmpty()) {
            throw new CliException("no cluster is running: --dir=" + folder);
        }
        ZooKeeperPorts zooKeeper = plan().zooKeeper();
        if (running.stream().filter(p -> zooKeeper.isAt(p.name())).count() < zooKeeper.majority()) {
            throw new CliException("the nodes are gone in which most of the cluster's ZooKeeper ran; end the rest by"
                    + " pragh cluster stop, and start it again, with the same --data if it had one: --dir=" + folder);
        }
        return running;
    }

    /** Records the plan that was started, for nodes that come later. */
    void remember(ClusterLaunch.Plan plan) throws IOException {
        Properties written = new Properties();
        written.setProperty("name", plan.name());
        written.setProperty("fabric", plan.fabric());
        written.setProperty("nodes", "" + plan.nodes());
        written.setProperty("port", "" + plan.port());
        written.setProperty("zooKeeper", plan.zooKeeper().text());
        written.setProperty("zooKeeperNodes", text(plan.zooKeeper().nodes()));
        written.setProperty("memoryMb", "" + plan.memoryMb());
        written.setProperty("open", "" + plan.open());
        written.setProperty("data", plan.kept().data());
        written.setProperty("standbys", "" + plan.kept().standbys());
        written.setProperty("backups", plan.kept().backups());
        written.setProperty("partitions", "" + plan.kept().partitions());
        written.setProperty("kept", text(plan.kept().nodes()));
        NodeProcess.write(folder.resolve(PLAN), written, "what pragh cluster start was asked for");
    }

    private static String text(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static List<Integer> numbers(@Nullable String text) {
        return text == null || text.isEmpty()
                ? List.of()
                : Stream.of(text.split(",", -1)).map(Integer::valueOf).toList();
    }

    /** Whether a cluster was started here. */
    boolean hasHadCluster() {
        return Files.exists(folder.resolve(PLAN));
    }

    /** The plan that was started here. */
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
                    ZooKeeperPorts.parse(
                            read.getProperty("zooKeeper", ""), numbers(read.getProperty("zooKeeperNodes"))),
                    Long.parseLong(read.getProperty("memoryMb", "")),
                    Boolean.parseBoolean(read.getProperty("open", "")),
                    new ClusterLaunch.Kept(
                            read.getProperty("data", ""),
                            Integer.parseInt(read.getProperty("standbys", "0")),
                            read.getProperty("backups", ""),
                            Integer.parseInt(read.getProperty("partitions", "0")),
                            numbers(read.getProperty("kept"))));
        } catch (NoSuchFileException | NumberFormatException | ArrayIndexOutOfBoundsException broken) {
            throw new CliException(
                    "it is not known how this cluster was started; start it again by pragh cluster start: file="
                            + file);
        }
    }

    /** A number that no node of this cluster has had, and none with a data folder has: logs stay. */
    int nextNode() throws IOException {
        int next =
                plan().numbers().stream().mapToInt(number -> number + 1).max().orElse(0);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Matcher log = LOG.matcher(file.getFileName().toString());
                next = log.matches() ? Math.max(next, Integer.parseInt(log.group(1)) + 1) : next;
            }
        }
        return next;
    }

    /** Records the processes. */
    void remember(List<NodeProcess> processes) throws IOException {
        NodeProcess.writeAll(folder.resolve(PROCESSES), processes);
    }
}
