package io.pragh.coordinator.zookeeper;

import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/**
 * A counter that never gives the same number twice: the version of a znode, which grows with every write to it.
 * Stateless.
 */
final class VersionCounter {
    private static final byte[] NOTHING = {};

    private VersionCounter() {}

    /** The next number, from 1; a call that failed half-way may have used one up. */
    static int next(CuratorFramework client, String path) {
        return ZooKeeperFailure.orThrow(path, () -> {
            createIfMissing(client, path, NOTHING);
            return client.setData().forPath(path, NOTHING).getVersion();
        });
    }

    /** Creates a persistent znode unless it exists. Its parent must exist. */
    static void createIfMissing(CuratorFramework client, String path, byte[] bytes) throws Exception {
        if (client.checkExists().forPath(path) != null) {
            return;
        }
        try {
            client.create().forPath(path, bytes);
        } catch (KeeperException.NodeExistsException e) {
            return; // another process came first
        }
    }
}
