package io.pragh.tinkerpop.forward;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.address.HomeMap;
import io.pragh.core.inquiry.InquiryCounters;
import io.pragh.core.node.NodeStatistics;
import io.pragh.core.property.VertexHomes;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServerConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.util.MessageSerializer;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;

/** Three nodes over TCP with a Gremlin Server each; clients know the first one only. */
public final class ForwardingCluster implements AutoCloseable {
    /** How many nodes there are. */
    public static final int NODES = 3;

    private static final int PARTITIONS = 12;

    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();
    private final List<PraghGraph> graphs = new ArrayList<>();
    private final List<PraghServer> servers = new ArrayList<>();
    private final List<Cluster> clients = new ArrayList<>();

    /** Starts them; the last one does not forward, nor execute others' queries. */
    public ForwardingCluster() {
        this(NODES - 1);
    }

    /** Starts them; so many forward, and execute others' queries. */
    public ForwardingCluster(int forwarding) {
        List<CompletableFuture<PraghGraph>> coming = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            String name = "node-" + node;
            coming.add(CompletableFuture.supplyAsync(() -> node(name), task -> new Thread(task, name).start()));
        }
        for (CompletableFuture<PraghGraph> node : coming) {
            PraghGraph graph = node.join();
            graphs.add(graph);
            ServerConfig config =
                    new ServerConfig(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, true, null);
            servers.add(PraghServer.start(graphs.size() <= forwarding ? config.forwarding() : config, graph));
        }
    }

    private PraghGraph node(String name) {
        return PraghGraph.build()
                .set(PraghGraphConfig.CLUSTER, "zk:" + zooKeeper.connectString() + "/forward?sessionMillis=20000")
                .set(PraghGraphConfig.FABRIC, "tcp://127.0.0.1:0")
                .set(PraghGraphConfig.FABRIC + ".secret", "three nodes of one test")
                .set(PraghGraphConfig.FOUNDERS, NODES)
                .set(PraghGraphConfig.PARTITIONS, PARTITIONS)
                .set(PraghGraphConfig.NAME, name)
                .set(PraghGraphConfig.HAND_OVER_SECONDS, name.equals("node-1") ? 120 : 0)
                .open();
    }

    /** A node's graph. */
    public PraghGraph graph(int node) {
        return graphs.get(node);
    }

    /** The node that is home to an identifier. */
    public int home(Object id) {
        int partition = VertexHomes.partition(new HomeMap(PARTITIONS), id);
        for (int node = 0; node < graphs.size(); node++) {
            NodeStatistics of = graphs.get(node).statistics().get(0);
            if (of.partitions().stream().anyMatch(share -> share.partition() == partition)) {
                return node;
            }
        }
        throw new AssertionError("nobody serves partition " + partition);
    }

    /** A number from so many on of which a node is home. */
    public int vertexOf(int node, int from) {
        int id = from;
        while (home(id) != node) {
            id++;
        }
        return id;
    }

    /** What a node has counted. */
    public InquiryCounters counters(int node) {
        return graphs.get(node).statistics().get(0).inquiries();
    }

    /** Traversals by the first server. */
    public GraphTraversalSource connect() {
        return connect(new GraphBinaryMessageSerializerV1());
    }

    /** Traversals by the first server, in some format. */
    public GraphTraversalSource connect(MessageSerializer<?> format) {
        return AnonymousTraversalSource.traversal().with(DriverRemoteConnection.using(client(format), "g"));
    }

    /** A driver to the first server. */
    public Cluster client(MessageSerializer<?> format) {
        InetSocketAddress address = servers.get(0).address();
        Cluster client = Cluster.build(address.getHostString())
                .port(address.getPort())
                .serializer(format)
                .create();
        clients.add(client);
        return client;
    }

    /** The second node hands over what it has and leaves. */
    public void leave() {
        servers.remove(1).close();
        graphs.remove(1);
    }

    @Override
    public void close() {
        clients.forEach(Cluster::close);
        CompletableFuture.allOf(servers.stream()
                        .map(server -> CompletableFuture.runAsync(server::close, task -> new Thread(task).start()))
                        .toArray(CompletableFuture[]::new))
                .join();
        zooKeeper.close();
    }
}
