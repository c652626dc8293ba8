package io.pragh.coordinator.zookeeper;

import io.pragh.coordinator.exchange.RecordCodec;
import io.pragh.coordinator.exchange.RecordTree;
import io.pragh.core.base.PraghException;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/** Keeps records as znodes. Any thread. */
final class ZooKeeperTree implements RecordTree {
    private final CuratorFramework client;

    ZooKeeperTree(CuratorFramework client) {
        this.client = client;
    }

    @Override
    public void put(String path, byte[] bytes) {
        if (bytes.length > RecordCodec.BYTES_MAX) {
            throw new PraghException("a record is too large: path=" + path + " bytes=" + bytes.length);
        }
        ZooKeeperFailure.orThrow(
                path,
                () -> client.create().orSetData().creatingParentsIfNeeded().forPath(path, bytes));
    }

    @Override
    public List<String> children(String path) {
        return ZooKeeperFailure.orThrow(path, () -> {
            try {
                return client.getChildren().forPath(path).stream().sorted().toList();
            } catch (KeeperException.NoNodeException e) {
                return List.of();
            }
        });
    }

    @Override
    public void delete(String path) {
        ZooKeeperFailure.orThrow(path, () -> {
            try {
                client.delete().guaranteed().deletingChildrenIfNeeded().forPath(path);
            } catch (KeeperException.NoNodeException e) {
                return false;
            }
            return true;
        });
    }
}
