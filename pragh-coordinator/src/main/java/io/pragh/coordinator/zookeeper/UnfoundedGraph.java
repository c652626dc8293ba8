package io.pragh.coordinator.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Takes away what a graph has left that was never founded, once nobody is there any more: otherwise the partitions that its first node
 * asked for would hold for the next, which may have been told better. Stateless.
 */
// One transaction deletes all of it or nothing. Who comes meanwhile either adds a znode, and the deletion fails
// because its parent is not empty, or finds a parent missing, and begins anew. What ends with a session is left
// alone, and keeps all else.
final class UnfoundedGraph {
    private UnfoundedGraph() {}

    /** Whether it was taken away; not when the graph was founded, or anybody is there. A round trip for each znode. */
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

    /** Adds all below a path, children first, and the path itself; false when something there ends with its session. */
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
