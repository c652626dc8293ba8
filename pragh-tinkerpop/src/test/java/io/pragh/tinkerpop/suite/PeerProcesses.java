package io.pragh.tinkerpop.suite;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.testkit.Seeds;
import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.jvm.NodeJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.commons.configuration2.Configuration;

/**
 * Opens graphs on clusters of three processes over TCP: this one and two others, which are started once and end with
 * this one. Each graph is a cluster of its own; all meet at a ZooKeeper in this process. One thread.
 */
final class PeerProcesses {
    private static final int NODES = 3;
    private static final int PARTITIONS = 6;
    /** On a busy machine, a query may take minutes while its values are moved away all the time. */
    private static final int SNAPSHOT_SECONDS = 600;

    private static final String GRAPH_PREFIX = "suite-";
    private static final String SEED = "pragh.suites.seed";
    private static final PeerProcesses ONLY = new PeerProcesses(Seeds.of(SEED));

    private final SplittableRandom seeds;
    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();
    private final List<Peer> peers = new ArrayList<>();
    private final Set<String> open = new HashSet<>();
    private int opened;

    private record Peer(Process process, PrintStream orders, BufferedReader answers) {
        void order(String order) {
            orders.println(order);
            orders.flush();
        }

        /** Waits for an answer, which must be this one. */
        void expect(String answer) {
            try {
                String line = answers.readLine();
                if (!answer.equals(line)) {
                    throw new IllegalStateException("a peer answered: " + line + " instead of: " + answer);
                }
            } catch (IOException broken) {
                throw new UncheckedIOException("a peer answers no more", broken);
            }
        }
    }

    private PeerProcesses(long seed) {
        System.err.println("values move by -D" + SEED + "=" + seed);
        this.seeds = new SplittableRandom(seed);
        try {
            for (int peer = 1; peer < NODES; peer++) {
                peers.add(start(seeds.nextLong()));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("a peer could not be started", failed);
        }
    }

    private static Peer start(long seed) throws IOException {
        List<String> command = NodeJvm.command(List.of("-Xmx512m"), PeerProcess.class, Long.toString(seed));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return new Peer(
                process,
                new PrintStream(process.getOutputStream(), false, StandardCharsets.UTF_8),
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    /** Opens a graph with these options on three processes. */
    static PraghGraph open(Configuration configuration) {
        return ONLY.openOne(configuration);
    }

    /** Lets the other processes leave a closed graph's cluster. */
    static void closed(Configuration configuration) {
        String cluster = configuration.getString(PraghGraphConfig.CLUSTER);
        if (cluster != null) {
            ONLY.closeOne(cluster.substring(cluster.lastIndexOf(GRAPH_PREFIX), cluster.indexOf('?')));
        }
    }

    private PraghGraph openOne(Configuration configuration) {
        String name = GRAPH_PREFIX + ++opened;
        configuration.setProperty(PraghGraphConfig.PARTITIONS, PARTITIONS);
        configuration.setProperty(PraghGraphConfig.FOUNDERS, NODES);
        configuration.setProperty(
                PraghGraphConfig.CLUSTER, "zk:" + zooKeeper.connectString() + "/" + name + "?sessionMillis=20000");
        configuration.setProperty(PraghGraphConfig.SNAPSHOT_SECONDS, SNAPSHOT_SECONDS);
        configuration.setProperty(PraghGraphConfig.FABRIC, "tcp://127.0.0.1:0");
        configuration.setProperty(PraghGraphConfig.FABRIC_PREFIX + "secret", "the-secret-of-the-suites");
        configuration.setProperty(PraghGraphConfig.FABRIC_PREFIX + "threads", 1);
        Map<String, String> options = new TreeMap<>();
        for (Iterator<String> keys = configuration.getKeys("pragh"); keys.hasNext(); ) {
            String key = keys.next();
            options.put(key, configuration.getString(key));
        }
        for (int peer = 0; peer < peers.size(); peer++) {
            options.put(PraghGraphConfig.NAME, "peer-" + peer);
            StringBuilder order = new StringBuilder("open ").append(name);
            options.forEach(
                    (key, value) -> order.append(' ').append(key).append('=').append(value));
            peers.get(peer).order(order.toString());
        }
        PraghGraph graph = MovingGraph.open(configuration, seeds.nextLong());
        peers.forEach(peer -> peer.expect("opened " + name));
        open.add(name);
        return graph;
    }

    private void closeOne(String name) {
        if (!open.remove(name)) {
            return; // a test may clear its graph twice
        }
        peers.forEach(peer -> peer.order("close " + name));
        peers.forEach(peer -> peer.expect("closed " + name));
    }
}
