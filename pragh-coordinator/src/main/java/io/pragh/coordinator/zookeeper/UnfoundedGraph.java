package io.pragh.coordinator.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Removes the remains of a graph that was never founded, once no member is left: otherwise the number of partitions
 * that its first node asked for would bind the next one, which may have a better number. Stateless.
 */
// One transaction deletes all of it or nothing. A node that joins meanwhile either adds a znode, and the deletion
// fails because its parent is not empty, or finds a parent missing, and begins anew. A znode that ends with a session
// is not deleted, and prevents the removal of the rest.
final class UnfoundedGraph {
    private UnfoundedGraph() {}

    /**
     * Removes the graph, and returns whether it did; not when the graph was founded, or a member is there. A round
     * trip for each znode.
     */
    static boolean remove(CuratorFramework client, ZooKeeperPaths paths) throws Exception {
        try {
            Stat view = new Stat();
            byte[] bytes = client.getData().storingStatIn(view).forPath(paths.view());
            List<String> all = new ArrayList<>();
            if (StoredView.decode(bytes).isFounded() || !collect(client, paths.graph(), all)) {
                return false;
            }
            List<CuratorOp> deletions = new ArrayList<>();
            for (String path : all) {
                int version = path.equals(paths.view()) ? view.getVersion() : -1;
                deletions.add(
                        client.transactionOp().delete().withVersion(version).forPath(path));
            }
            client.transaction().forOperations(deletions);
            return true;
        } catch (KeeperException.NoNodeException
                | KeeperException.NotEmptyException
                | KeeperException.BadVersionException somebodyCame) {
            return false;
        }
    }

    /**
     * Collects all paths below a path, children first, and the path itself; false when a znode there ends with its
     * session.
     */
    private static boolean collect(CuratorFramework client, String path, List<String> all) throws Exception {
        Stat stat = client.checkExists().forPath(path);
        if (stat == null || stat.getEphemeralOwner() != 0) {
            return stat == null;
        }
        for (String child : client.getChildren().forPath(path)) {
            if (!collect(client, path + "/" + child, all)) {
                return false;
            }
        }
        return all.add(path);
    }
}
