package io.pragh.coordinator.zookeeper;

import io.pragh.coordinator.exchange.PayloadReader;
import io.pragh.coordinator.exchange.PayloadWriter;
import io.pragh.coordinator.exchange.RecordCodec;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.NodeIdentity;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/**
 * The parameters of a graph that its first node fixes at creation. Immutable.
 *
 * <pre>
 *   payload: partitions | founders | graph      numbers of seven bits per byte
 * </pre>
 *
 * @param partitions number of partitions
 * @param founders number of members that must have joined before the partitions are dealt out
 * @param graph number of the graph in its members' data folders, or {@link NodeIdentity#NOT_KEPT}
 */
record GraphRecord(int partitions, int founders, long graph) {
    /**
     * The record of the graph that a node wants to join; created if the graph is new. Throws when node and graph do
     * not agree on the partitions.
     */
    static GraphRecord join(CuratorFramework client, ZooKeeperPaths paths, Guard guard, NodeIdentity node) {
        GraphRecord wanted = new GraphRecord(node.partitions(), node.founders(), node.graph());
        GraphRecord found = ZooKeeperFailure.orThrow(paths.graph(), () -> {
            create(client, paths.graph(), wanted.encode());
            guard.check(client, paths.graph());
            return decode(client.getData().forPath(paths.graph()));
        });
        if (found.partitions != wanted.partitions) {
            throw new PraghException(
                    "the graph was created with another number of partitions, which is fixed for ever; ask for the same,"
                            + " which without it follows from the founders: key=pragh.partitions value="
                            + wanted.partitions + " graph=" + found.partitions + " path=" + paths.graph());
        }
        found.checkKept(node, paths);
        ZooKeeperFailure.orThrow(paths.graph(), () -> {
            VersionCounter.createIfMissing(
                    client,
                    paths.view(),
                    StoredView.empty(found.partitions, found.isKept()).encode());
            VersionCounter.createIfMissing(client, paths.members(), new byte[0]);
            VersionCounter.createIfMissing(client, paths.refused(), new byte[0]);
            VersionCounter.createIfMissing(client, paths.reports(), new byte[0]);
            VersionCounter.createIfMissing(client, paths.plans(), new byte[0]);
            return found;
        });
        return found;
    }

    /** The record of an existing graph. */
    static GraphRecord read(CuratorFramework client, ZooKeeperPaths paths) {
        return ZooKeeperFailure.orThrow(
                paths.graph(), () -> decode(client.getData().forPath(paths.graph())));
    }

    private boolean isKept() {
        return graph != NodeIdentity.NOT_KEPT;
    }

    private void checkKept(NodeIdentity node, ZooKeeperPaths paths) {
        boolean keeps = node.graph() != NodeIdentity.NOT_KEPT;
        if (keeps != isKept()) {
            throw new PraghException((keeps
                            ? "the other members of the cluster have no data folders; leave graph.data out, or give one to each"
                            : "the other members of the cluster have data folders; name one for this node, by graph.data")
                    + ": path=" + paths.graph());
        }
        if (!node.keeps().partitions().isEmpty() && node.graph() != graph) {
            throw new PraghException(
                    "the data folder of this node is another graph's than the cluster's; name the right one, or give the graph"
                            + " another name (cluster.graph): folder=" + Long.toHexString(node.graph()) + " cluster="
                            + Long.toHexString(graph) + " path=" + paths.graph());
        }
    }

    private static void create(CuratorFramework client, String path, byte[] bytes) throws Exception {
        try {
            client.create().creatingParentsIfNeeded().forPath(path, bytes);
        } catch (KeeperException.NodeExistsException e) {
            return; // the first node's record holds
        }
    }

    private byte[] encode() {
        return RecordCodec.seal(
                RecordCodec.Kind.GRAPH,
                0,
                0,
                new PayloadWriter().count(partitions).count(founders).word(graph));
    }

    private static GraphRecord decode(byte[] bytes) {
        PayloadReader payload = RecordCodec.open(RecordCodec.Kind.GRAPH, bytes).payload();
        GraphRecord graph = new GraphRecord(
                payload.count(HomeMap.PARTITIONS_MAX), payload.count(Integer.MAX_VALUE), payload.word());
        payload.end();
        return graph;
    }
}
