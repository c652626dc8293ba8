package io.pragh.tinkerpop.processes;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.census.NodeStatistics.Standing;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.node.ClusterNode;
import io.pragh.core.node.ClusterSeat;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.placement.CoordinationKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The main class of a process that is a node of a cluster over TCP and puts load on it. It prints {@code joined
 * NUMBER} when it is a member, and then obeys the orders {@code prepare}, {@code load VICTIM START SEED}, {@code
 * cut}, {@code halt}, {@code finish} and {@code leave SECONDS}. When the node is expelled, the process writes its
 * record to a file, prints so, and ends with {@link #EXPELLED}.
 */
final class LoadedNode {
    static final int EXPELLED = 3;

    private static final String SECRET = "the-secret-of-the-test";
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long CACHE_BYTES = 1 << 20;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final ClusterNode cluster;
    private final Path record;
    private volatile NodeLoad load;
    private volatile boolean leaving;

    /**
     * The arguments of a node. Immutable.
     *
     * @param zooKeeper host and port
     * @param address of the node's fabric
     * @param sessionMillis how long it may be silent
     * @param leaseMillis how long a cached address may be used
     */
    record Seat(
            String name,
            String zooKeeper,
            String address,
            int sessionMillis,
            long leaseMillis,
            int partitions,
            int founders) {
        static Seat of(String[] words) {
            return new Seat(
                    words[0],
                    words[1],
                    words[2],
                    Integer.parseInt(words[3]),
                    Long.parseLong(words[4]),
                    Integer.parseInt(words[5]),
                    Integer.parseInt(words[6]));
        }

        String[] arguments(Path record) {
            return new String[] {
                name,
                zooKeeper,
                address,
                "" + sessionMillis,
                "" + leaseMillis,
                "" + partitions,
                "" + founders,
                record.toString()
            };
        }

        ClusterSeat clusterSeat() {
            return clusterSeat("");
        }

        /** The node's seat; {@code advertise} is the address that others are told, or empty for its own. */
        ClusterSeat clusterSeat(String advertise) {
            Map<String, String> fabric = new TreeMap<>(Map.of("secret", SECRET, "threads", "1"));
            if (!advertise.isEmpty()) {
                fabric.put("advertise", advertise);
            }
            return new ClusterSeat(
                    "zk:" + zooKeeper + "/loaded?sessionMillis=" + sessionMillis,
                    CoordinationKey.ofSecret(SECRET),
                    "tcp://" + address,
                    fabric,
                    name,
                    partitions,
                    founders,
                    PATIENCE_NANOS,
                    null);
        }

        /** The configuration of a node whose calls wait for this time at most. */
        NodeConfig config(long callNanos) {
            long lease = TimeUnit.MILLISECONDS.toNanos(leaseMillis);
            return NodeConfig.DEFAULT
                    .withRead(new ReadOptions(true, true, callNanos))
                    .withMemory(1 << 20, 256L << 20)
                    .withCacheBytes(CACHE_BYTES)
                    .withLease(new LeasePolicy(lease, lease / 20));
        }
    }

    private LoadedNode(Seat seat, Path record, long callNanos) {
        this.record = record;
        this.cluster = ClusterNode.join(seat.clusterSeat(), seat.config(callNanos), ListOperations.ALL, failed -> {
            // to standard error, which is this process's log and which the test shows; a logger might write to
            // standard output, where the answers go
            failed.printStackTrace();
            System.exit(1);
        });
    }

    public static void main(String[] arguments) throws Exception {
        long callNanos = arguments.length > 8
                ? TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[8]))
                : ReadOptions.DEFAULT.timeoutNanos();
        LoadedNode node = new LoadedNode(Seat.of(arguments), Path.of(arguments[7]), callNanos);
        ChildProcess.say("joined " + node.cluster.node().self());
        Thread standing = new Thread(node::endWhenExpelled, "expelled");
        standing.setDaemon(true);
        standing.start();
        ChildProcess.obey(node::follow);
    }

    private void follow(String[] order) throws Exception {
        switch (order[0]) {
            case "prepare" -> {
                plan(order).prepare();
                ChildProcess.say("prepared");
            }
            case "load" -> {
                load = plan(order);
                load.start();
                ChildProcess.say("loaded");
            }
            case "cut" -> load.cut();
            case "halt" -> {
                load.halt();
                ChildProcess.say("halted");
            }
            case "finish" -> {
                load.readAll();
                writeDown();
                ChildProcess.say("finished");
            }
            case "leave" -> leave(Long.parseLong(order[1]));
            default -> throw new IllegalArgumentException("there is no such order: " + String.join(" ", order));
        }
    }

    private NodeLoad plan(String[] order) {
        int victim = Integer.parseInt(order[1]);
        ClusterView view = cluster.node().view();
        List<Integer> lost = IntStream.range(0, view.partitions())
                .filter(p -> view.nodeOf(p) == victim)
                .boxed()
                .toList();
        return new NodeLoad(
                cluster, new NodeLoad.Plan(victim, lost, Long.parseLong(order[2]), Long.parseLong(order[3])));
    }

    private void writeDown() throws IOException {
        load.record().write(record);
        load.close();
    }

    private void leave(long seconds) throws IOException {
        leaving = true;
        writeDown();
        boolean all = cluster.leave(TimeUnit.SECONDS.toNanos(seconds));
        ChildProcess.say("left " + (all ? "all" : "some"));
        System.exit(0);
    }

    private void endWhenExpelled() {
        while (leaving || cluster.standing() != Standing.EXPELLED) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        long at = System.nanoTime();
        try {
            if (load != null) {
                load.halt();
                load.record().write(record);
            }
            ChildProcess.say("expelled " + at);
            System.exit(EXPELLED);
        } catch (IOException | InterruptedException failed) {
            // to the log, as in the constructor
            failed.printStackTrace();
            System.exit(1);
        }
    }
}
