package io.pragh.coordinator.zookeeper;

import io.pragh.core.placement.CoordinationKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ZooKeeper's record of a data folder whose files lie elsewhere: the folder's contents, and the process that has it
 * open. The contents are bytes that are replaced as a whole, and only by a process that has read the version that it
 * replaces. Any thread.
 */
// The version of the znode excludes two writers: a write names the version that its process has read or written last,
// so only one of two succeeds. The ephemeral lock beside it is only advisory.
public final class FolderRecord implements AutoCloseable {
    /** Parent of all such folders of a ZooKeeper. */
    static final String ALL = "/pragh-folders";

    private static final String LOCK = "lock";
    private static final int RETRIES = 5;
    private static final int UNKNOWN = -2;
    private static final Logger LOG = LoggerFactory.getLogger(FolderRecord.class);

    private final CuratorFramework client;
    private final Guard guard;
    private final String path;
    /** Contents that this process has sent since its last write that was answered: one of them may be there. */
    private final List<byte[]> unanswered = new ArrayList<>();

    private volatile int version = UNKNOWN;
    private volatile @Nullable String holder;

    private FolderRecord(CuratorFramework client, Guard guard, String path) {
        this.client = client;
        this.guard = guard;
        this.path = path;
    }

    /**
     * Connects; fails when ZooKeeper does not answer within 15 seconds.
     *
     * @param hosts {@code host:port[,host:port …]}
     * @param folder names with slashes between
     * @param sessionMillis time for which the lock outlives a process that dies
     * @param key of those who may use the folder
     */
    public static FolderRecord open(String hosts, String folder, int sessionMillis, CoordinationKey key) {
        Guard guard = Guard.of(key);
        CuratorFramework client =
                ZooKeeperClient.connect(RETRIES, hosts, sessionMillis, guard, ZooKeeperClient.PATIENCE_MILLIS);
        return new FolderRecord(client, guard, ALL + "/" + folder);
    }

    /** Reads the contents; empty when there is no such folder, or none have been written. One round trip. */
    public synchronized byte[] read() throws IOException {
        return call(() -> {
            try {
                Stat stat = new Stat();
                byte[] found = client.getData().storingStatIn(stat).forPath(path);
                version = stat.getVersion();
                return found;
            } catch (KeeperException.NoNodeException none) {
                return new byte[0];
            }
        });
    }

    /**
     * Creates the folder, if it is missing.
     *
     * @throws IOException also when there is a key, and others may change or remove the folder
     */
    public void make() throws IOException {
        boolean isSafe = call(() -> {
            try {
                client.create().creatingParentsIfNeeded().forPath(path, new byte[0]);
            } catch (KeeperException.NodeExistsException there) {
                LOG.debug("the folder is there: path={}", path, there);
            }
            return guard.isOwn(client.getACL().forPath(path))
                    && guard.isAdding(client.getACL().forPath(ALL));
        });
        if (!isSafe) {
            throw new IOException("others may change this folder at ZooKeeper, as it, or " + ALL
                    + ", was made without this secret; choose another name, or another ZooKeeper: path=" + path);
        }
    }

    /** Whether the folder exists. */
    public boolean isThere() throws IOException {
        return call(() -> client.checkExists().forPath(path) != null);
    }

    /** Names of the folders in this one, sorted; none when it does not exist. */
    public List<String> inside() throws IOException {
        return call(() -> {
            try {
                return client.getChildren().forPath(path).stream()
                        .filter(name -> !name.equals(LOCK))
                        .sorted()
                        .toList();
            } catch (KeeperException.NoNodeException none) {
                return List.<String>of();
            }
        });
    }

    /** The process that has the folder open, by its own description. */
    public Optional<String> holder() throws IOException {
        return call(() -> {
            try {
                return Optional.of(new String(client.getData().forPath(path + "/" + LOCK), StandardCharsets.UTF_8));
            } catch (KeeperException.NoNodeException none) {
                return Optional.<String>empty();
            }
        });
    }

    /** Takes the lock, until this is closed or its session ends; false when another process has it. */
    public boolean lock(String who) throws IOException {
        boolean got = call(() -> sign(who));
        if (got) {
            holder = who;
            client.getConnectionStateListenable().addListener((any, state) -> {
                if (state == ConnectionState.RECONNECTED) {
                    signAgain();
                }
            });
        }
        return got;
    }

    private boolean sign(String who) throws Exception {
        try {
            client.create()
                    .withMode(CreateMode.EPHEMERAL)
                    .forPath(path + "/" + LOCK, who.getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (KeeperException.NodeExistsException used) {
            Stat stat = client.checkExists().forPath(path + "/" + LOCK);
            return stat != null
                    && stat.getEphemeralOwner()
                            == client.getZookeeperClient().getZooKeeper().getSessionId();
        }
    }

    /**
     * Takes the lock again: the session may have ended, and the lock with it; unless another process has the folder
     * by now, it is still this one's.
     */
    private void signAgain() {
        try {
            client.checkExists()
                    .inBackground((any, event) -> {
                        if (event.getStat() != null && event.getStat().getVersion() == version) {
                            signInBackground();
                        }
                    })
                    .forPath(path);
        } catch (Exception cannot) {
            LOG.warn("others do not see that a data folder is in use: path={}", path, cannot);
        }
    }

    private void signInBackground() {
        String who = holder;
        try {
            if (who != null) {
                client.create()
                        .withMode(CreateMode.EPHEMERAL)
                        .inBackground((any, event) ->
                                LOG.info("signed a data folder again: path={} result={}", path, event.getResultCode()))
                        .forPath(path + "/" + LOCK, who.getBytes(StandardCharsets.UTF_8));
            }
        } catch (Exception cannot) {
            LOG.warn("others do not see that a data folder is in use: path={}", path, cannot);
        }
    }

    /**
     * Replaces the contents that were read or written last.
     *
     * @throws FolderTakenException when another process has replaced them since
     */
    public synchronized void write(byte[] contents) throws IOException {
        unanswered.add(contents);
        boolean written = false;
        while (!written) {
            written = call(() -> replace(contents));
        }
        unanswered.clear();
    }

    /** Returns false when an earlier write of this process is there, whose answer was lost: this one is to be repeated. */
    private boolean replace(byte[] contents) throws Exception {
        try {
            version = client.setData()
                    .withVersion(version)
                    .forPath(path, contents)
                    .getVersion();
            return true;
        } catch (KeeperException.BadVersionException | KeeperException.NoNodeException taken) {
            // Curator tries again when a connection is lost: an earlier try may have succeeded
            Stat stat = new Stat();
            byte[] found = client.getData().storingStatIn(stat).forPath(path);
            if (unanswered.stream().noneMatch(own -> Arrays.equals(found, own))) {
                throw new FolderTakenException(path, taken);
            }
            version = stat.getVersion();
            return Arrays.equals(found, contents);
        }
    }

    private <T> T call(ZooKeeperFailure.Operation<T> operation) throws IOException {
        try {
            return operation.run();
        } catch (IOException | RuntimeException known) {
            throw known;
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while ZooKeeper was asked: path=" + path, ends);
        } catch (KeeperException.NoAuthException other) {
            throw new IOException(
                    "ZooKeeper keeps this folder for those who have its secret; give that in the folder's address,"
                            + " ?secretFile=FILE: path=" + path,
                    other);
        } catch (Exception failed) {
            throw new IOException("ZooKeeper does not answer as it should: path=" + path + " cause=" + failed, failed);
        }
    }

    /** Releases the lock, and ends the session. */
    @Override
    public void close() {
        holder = null;
        client.close();
    }
}
