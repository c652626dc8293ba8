package io.pragh.tinkerpop.jvm;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.cli.PraghCli;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;

/**
 * What the processes of tests do, once, so that the JVM loads the classes for it: two nodes with data folders that are
 * joined by TCP and commit, and a server with a client. Its argument is a folder that does not exist.
 */
final class Rehearsal {
    private static final int NODES = 2;
    private static final Pattern PORT = Pattern.compile("ready at ws://127\\.0\\.0\\.1:(\\d+)/");

    private Rehearsal() {}

    public static void main(String[] arguments) throws IOException {
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start()) {
            Path folder = Path.of(arguments[0]);
            String connect = "zk:" + zooKeeper.connectString() + "/rehearsal";
            List<CompletableFuture<PraghGraph>> nodes = new ArrayList<>();
            for (int node = 0; node < NODES; node++) {
                Configuration configuration = configuration(connect, folder, node);
                // they wait for each other, and the common pool may have a single thread
                nodes.add(CompletableFuture.supplyAsync(
                        () -> PraghGraph.open(configuration),
                        task -> new Thread(task, configuration.getString(PraghGraphConfig.NAME)).start()));
            }
            nodes.get(0).join().createIndex(ElementKind.VERTEX, "key");
            for (int node = 0; node < NODES; node++) {
                commit(nodes.get(node).join(), "v" + node);
            }
            nodes.get(0).join().checkpoint();
            nodes.forEach(node -> node.join().close());
        }
        serve();
        System.exit(0);
    }

    private static Configuration configuration(String connect, Path folder, int node) {
        Configuration configuration = new BaseConfiguration();
        configuration.setProperty(PraghGraphConfig.CLUSTER, connect);
        configuration.setProperty(PraghGraphConfig.FABRIC, "tcp://127.0.0.1:0");
        configuration.setProperty("pragh.fabric.secret", "a secret of the cluster");
        configuration.setProperty(PraghGraphConfig.FOUNDERS, NODES);
        configuration.setProperty(PraghGraphConfig.PARTITIONS, NODES);
        configuration.setProperty(PraghGraphConfig.SEGMENT_BYTES, 1 << 20);
        configuration.setProperty(PraghGraphConfig.NAME, "node-" + node);
        configuration.setProperty(
                PraghGraphConfig.DATA, folder.resolve("node-" + node).toString());
        return configuration;
    }

    private static void commit(PraghGraph graph, String vertex) {
        GraphTraversalSource g = graph.traversal();
        g.addV("link").property(T.id, vertex).property("key", 1L).iterate();
        g.V(vertex).as("v").V(vertex).addE("has").from("v").iterate();
        g.tx().commit();
        g.V().has("key", 1L).out("has").dedup().count().next();
        g.tx().rollback();
    }

    private static void serve() throws IOException {
        PipedInputStream said = new PipedInputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(new PipedOutputStream(said), true, StandardCharsets.UTF_8));
        Thread server = new Thread(() -> PraghCli.main(new String[] {"server", "--port", "0"}), "server");
        server.setDaemon(true);
        server.start();
        MatchResult ready = new Scanner(said, StandardCharsets.UTF_8)
                .findAll(PORT)
                .findFirst()
                .orElseThrow(() -> new IOException("the server does not serve"));
        System.setOut(before);
        Cluster cluster = Cluster.build("127.0.0.1")
                .port(Integer.parseInt(ready.group(1)))
                .create();
        try {
            cluster.connect().submit("g.addV('a').property('key', 1)").all().join();
            cluster.connect().submit("g.V().values('key')").all().join();
        } finally {
            cluster.close();
        }
    }
}
