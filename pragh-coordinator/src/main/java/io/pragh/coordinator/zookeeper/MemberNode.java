package io.pragh.coordinator.zookeeper;

import io.pragh.coordinator.exchange.PayloadReader;
import io.pragh.coordinator.exchange.PayloadWriter;
import io.pragh.coordinator.exchange.RecordCodec;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/** The znode that shows that a member lives. Any thread. */
final class MemberNode {
    private final CuratorFramework client;
    private final ZooKeeperPaths paths;
    private final String path;
    private volatile ClusterView.Member member;

    MemberNode(CuratorFramework client, ZooKeeperPaths paths, ClusterView.Member member) {
        this.client = client;
        this.paths = paths;
        this.path = paths.member(member.node());
        this.member = member;
    }

    int number() {
        return member.node();
    }

    void create() {
        ZooKeeperFailure.orThrow(path, () -> {
            try {
                return client.create().withMode(CreateMode.EPHEMERAL).forPath(path, encode(member));
            } catch (KeeperException.NodeExistsException e) {
                return path; // the number is this node's alone, so an attempt that seemed to fail has created it
            }
        });
    }

    synchronized void announce(String address) {
        write(new ClusterView.Member(member.node(), member.name(), address, member.server(), member.keeps()));
    }

    synchronized void announceServer(String server) {
        write(new ClusterView.Member(member.node(), member.name(), member.address(), server, member.keeps()));
    }

    synchronized void announceKept(KeptShare keeps) {
        write(new ClusterView.Member(member.node(), member.name(), member.address(), member.server(), keeps));
    }

    private void write(ClusterView.Member announced) {
        ZooKeeperFailure.orThrow(path, () -> client.setData().forPath(path, encode(announced)));
        member = announced;
    }

    /** Whether the znode exists and is bound to the present session. */
    boolean isOurs() throws Exception {
        Stat stat = client.checkExists().forPath(path);
        return stat != null && stat.getEphemeralOwner() == session();
    }

    /**
     * Binds the member to a new session, unless the view has changed since it was read: in one transaction, so that
     * no process ever finds the member gone. The view is written again, unchanged, so that a concurrent write of a
     * view without the member fails. False when the view has changed. Excludes an announcement: one that came between
     * the reading of the member and the transaction would be overwritten for good.
     */
    synchronized boolean rebind(ViewKeeper.Seen seen) throws Exception {
        List<CuratorOp> steps = new ArrayList<>();
        steps.add(client.transactionOp()
                .setData()
                .withVersion(seen.version())
                .forPath(paths.view(), seen.stored().encode()));
        if (client.checkExists().forPath(path) != null) {
            steps.add(client.transactionOp().delete().forPath(path));
        }
        steps.add(client.transactionOp().create().withMode(CreateMode.EPHEMERAL).forPath(path, encode(member)));
        try {
            client.transaction().forOperations(steps);
            return true;
        } catch (KeeperException.BadVersionException
                | KeeperException.NoNodeException
                | KeeperException.NodeExistsException e) {
            return false; // the view changed, or the old session ended in between: read again
        }
    }

    void remove() {
        ZooKeeperFailure.orThrow(path, () -> {
            try {
                client.delete().forPath(path);
            } catch (KeeperException.NoNodeException e) {
                return false;
            }
            return true;
        });
    }

    private long session() throws Exception {
        return client.getZookeeperClient().getZooKeeper().getSessionId();
    }

    static byte[] encode(ClusterView.Member member) {
        PayloadWriter payload = new PayloadWriter();
        MemberCodec.write(member, payload);
        return RecordCodec.seal(RecordCodec.Kind.MEMBER, member.node(), 0, payload);
    }

    static ClusterView.Member decode(byte[] bytes) {
        RecordCodec.Opened record = RecordCodec.open(RecordCodec.Kind.MEMBER, bytes);
        PayloadReader payload = record.payload();
        ClusterView.Member member = MemberCodec.read((int) record.source(), payload);
        payload.end();
        return member;
    }
}
