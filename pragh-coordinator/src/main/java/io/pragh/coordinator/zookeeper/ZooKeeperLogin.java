package io.pragh.coordinator.zookeeper;

import io.pragh.core.placement.CoordinationKey;
import java.io.IOException;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Presents a key to ZooKeeper on connections that others have made. Immutable. */
public final class ZooKeeperLogin {
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperLogin.class);

    private final Guard guard;

    private ZooKeeperLogin(Guard guard) {
        this.guard = guard;
    }

    /** For connections with this key, which is not none. */
    public static ZooKeeperLogin of(CoordinationKey key) {
        return new ZooKeeperLogin(Guard.of(key));
    }

    /** Presents the key on a connection; it is presented again when the connection is made anew. */
    public void present(ZooKeeper client) {
        guard.arm(client);
    }

    /** Creates a znode for those who have the key, if it is missing and its parent is not. One round trip. */
    public void make(ZooKeeper client, String path) throws KeeperException, InterruptedException {
        try {
            client.create(path, new byte[0], guard.getDefaultAcl(), CreateMode.PERSISTENT);
        } catch (KeeperException.NodeExistsException | KeeperException.NoNodeException settled) {
            LOG.debug("this exists, or BookKeeper has nothing at ZooKeeper yet: path={}", path, settled);
        }
    }

    /**
     * Throws unless a znode, if it exists, is for those who have the key, and for nobody else. One round trip.
     *
     * @throws IOException when others may use it
     */
    public void check(ZooKeeper client, String path) throws KeeperException, InterruptedException, IOException {
        try {
            if (!guard.isOwn(client.getACL(path, new Stat()))) {
                throw new IOException("others may change this at ZooKeeper: it was made without this secret; remove it"
                        + " with ZooKeeper's own client (zkCli.sh: deleteall " + path
                        + "), which removes all ledgers, or use another ZooKeeper: path=" + path);
            }
        } catch (KeeperException.NoNodeException none) {
            return; // whoever has the key makes it
        } catch (KeeperException.NoAuthException other) {
            throw new IOException(
                    "ZooKeeper keeps this for another secret; give the same secretFile: path=" + path, other);
        }
    }
}
