package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.CoordinationKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access control for a graph's data at ZooKeeper: processes with the cluster's key may read and change it, or,
 * without a key, all that reach ZooKeeper. Immutable.
 */
// ZooKeeper keeps a hash of the key with every znode and shows it only to clients that could change it. The list is
// written out, rather than left to ZooKeeper's default of the creator, so that it can be compared: a graph that a
// stranger has founded is not joined, even if its list admits everybody. The parent of all graphs of a ZooKeeper has
// to stay open to new ones, but may be neither changed nor closed.
final class Guard implements ACLProvider {
    private static final Logger LOG = LoggerFactory.getLogger(Guard.class);
    private static final String SCHEME = "digest";
    /** ZooKeeper's own choice: for 32 random bytes a second text with the same hash cannot be found. */
    private static final String ALGORITHM = "SHA-1";

    private static final String USER = "pragh:";
    private static final int ADD = ZooDefs.Perms.READ | ZooDefs.Perms.CREATE;

    private final CoordinationKey key;
    private final List<ACL> own;
    private final List<ACL> shared;
    /** For a parent below which others may add, and nobody else may remove. */
    private final List<ACL> adding;

    private Guard(CoordinationKey key, List<ACL> own, List<ACL> shared, List<ACL> adding) {
        this.key = key;
        this.adding = Collections.unmodifiableList(new ArrayList<>(adding));
        // ZooKeeper's client asks lists whether they contain null, and lists of List.of throw then
        this.own = Collections.unmodifiableList(new ArrayList<>(own));
        this.shared = Collections.unmodifiableList(new ArrayList<>(shared));
    }

    static Guard of(CoordinationKey key) {
        if (key.isNone()) {
            List<ACL> open = List.of(new ACL(ZooDefs.Perms.ALL, anyone()));
            return new Guard(key, open, open, open);
        }
        ACL all = new ACL(ZooDefs.Perms.ALL, new Id(SCHEME, hash(USER + key.password())));
        int joint = ZooDefs.Perms.READ | ZooDefs.Perms.CREATE | ZooDefs.Perms.DELETE;
        return new Guard(
                key, List.of(all), List.of(all, new ACL(joint, anyone())), List.of(all, new ACL(ADD, anyone())));
    }

    private static Id anyone() {
        return new Id("world", "anyone");
    }

    /** The hash of a credential in ZooKeeper's format. */
    private static String hash(String credential) {
        try {
            byte[] digest = MessageDigest.getInstance(ALGORITHM).digest(credential.getBytes(StandardCharsets.UTF_8));
            return USER + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new PraghException("this JVM has no " + ALGORITHM, impossible);
        }
    }

    /** Makes a client present the key, and protect the znodes that it creates. */
    void arm(CuratorFrameworkFactory.Builder client) {
        if (!key.isNone()) {
            client.authorization(SCHEME, (USER + key.password()).getBytes(StandardCharsets.UTF_8))
                    .aclProvider(this);
        }
    }

    /** Makes a connection present the key. */
    void arm(ZooKeeper client) {
        client.addAuthInfo(SCHEME, (USER + key.password()).getBytes(StandardCharsets.UTF_8));
    }

    /** Whether a znode with these rights is for those who have the key alone; true if there is no key. */
    boolean isOwn(List<ACL> found) {
        return key.isNone() || new ArrayList<>(found).equals(own);
    }

    /** Whether a znode with these rights lets anybody add, but not remove or change; true if there is no key. */
    boolean isAdding(List<ACL> found) {
        return key.isNone()
                || found.stream().allMatch(acl -> !acl.getId().equals(anyone()) || (acl.getPerms() & ~ADD) == 0);
    }

    /**
     * Throws unless this graph is protected by this process's key, or by none if it has none; logs it when the graph
     * is open. One round trip.
     */
    void check(CuratorFramework client, String graph) throws Exception {
        List<ACL> found = new ArrayList<>(client.getACL().forPath(graph));
        if (key.isNone()) {
            LOG.warn(
                    "whoever reaches ZooKeeper reaches all data of the graph; give all nodes fabric.secretFile, or with TLS and shared"
                            + " memory cluster.zookeeperSecretFile: path={}",
                    graph);
        } else if (!found.equals(own)) {
            throw new PraghException(
                    "ZooKeeper keeps a graph of this name that was founded without this secret, so that others may change it; end"
                            + " the nodes that serve it, remove it with ZooKeeper's own client (zkCli.sh: deleteall "
                            + graph
                            + ") and start again, or give this graph another name: path=" + graph);
        }
    }

    /** The exception for a refusal by ZooKeeper. */
    static PraghException lockedOut(String path, Exception cause) {
        return new PraghException(
                "ZooKeeper lets this node neither read nor change the graph: it was founded with another secret; give all nodes the"
                        + " same fabric.secretFile, or the same cluster.zookeeperSecretFile: path=" + path,
                cause);
    }

    @Override
    public List<ACL> getDefaultAcl() {
        return own;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
        return path.equals(FolderRecord.ALL) ? adding : path.equals(ZooKeeperPaths.ALL_GRAPHS) ? shared : own;
    }
}
