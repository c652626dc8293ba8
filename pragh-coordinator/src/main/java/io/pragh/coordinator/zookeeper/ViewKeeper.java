package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the view of the cluster up to date with the members that are present. Any thread. */
// Every member does this, and the version of the view decides which write comes first; all would write the same. So
// no member has to be elected, and none can be asleep while the others wait. The view is read before the members:
// ZooKeeper never shows a session an older state after a newer one, so a view that already lacks a member is never
// combined with a list that still has it. A member leaves the view after its znode has gone, or together with it: so
// a member that finds its own znode is in the view.
final class ViewKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(ViewKeeper.class);

    private final CuratorFramework client;
    private final ZooKeeperPaths paths;
    private final GraphRecord graph;
    private final RefusedMembers refused;
    private final MemberList members;

    ViewKeeper(Clock clock, CuratorFramework client, ZooKeeperPaths paths, GraphRecord graph, RefusedMembers refused) {
        this.client = client;
        this.paths = paths;
        this.graph = graph;
        this.refused = refused;
        this.members = new MemberList(clock, client, paths);
    }

    /** A view and its version. */
    record Seen(StoredView stored, int version) {
        ClusterView view() {
            return stored.at(version);
        }
    }

    /**
     * The present view, corrected or not; throws {@link UnreadableViewException} when it is unreadable. One round
     * trip.
     */
    Seen read() throws Exception {
        Stat stat = new Stat();
        byte[] bytes = client.getData().storingStatIn(stat).forPath(paths.view());
        return new Seen(StoredView.read(bytes, stat.getVersion(), graph.partitions()), stat.getVersion());
    }

    /**
     * Overwrites an unreadable view with the last readable one; false when the unreadable one was overwritten
     * already. Only for the view immediately before it: otherwise the changes of a later one would be undone. One
     * round trip.
     */
    boolean restore(ClusterView last, int unreadable) throws Exception {
        try {
            client.setData()
                    .withVersion(unreadable)
                    .forPath(paths.view(), StoredView.of(last).encode());
            return true;
        } catch (KeeperException.BadVersionException another) {
            return false; // another member was faster: all would write the same
        }
    }

    /**
     * The present view, after a correction if one was needed. Four round trips and one per member.
     *
     * @param self the caller's number; empty when its own znode is missing, for then its session has been replaced
     *     and it has to rebind first, or it would expel itself
     * @param expel whether members are expelled that are absent, or that most members find refused
     */
    Optional<ClusterView> update(int self, boolean expel) throws Exception {
        while (true) {
            Seen seen = read();
            SortedMap<Integer, ClusterView.Member> present = members.present(seen.view());
            if (!present.containsKey(self)) {
                return Optional.empty();
            }
            Optional<ClusterView> done = tryUpdate(seen, present, expel);
            if (done.isPresent()) {
                return done;
            }
        }
    }

    /**
     * Gives a partition to another member if the view of this version says that {@code from} serves it. False when
     * that did not happen and cannot any more: the view is a later one, or another. Throws when the outcome is
     * unknown because ZooKeeper does not answer. Two round trips.
     */
    // The version decides: a write without an answer has happened if the next version, and no other, says so.
    boolean handOver(int partition, int from, int to, long version) throws Exception {
        Seen seen = read();
        ClusterView view = seen.view();
        if (view.nodeOf(partition) == to) {
            return true; // by an earlier call that was not answered: no other node gives this node's partitions away
        }
        if (seen.version != version || view.nodeOf(partition) != from || !view.has(to)) {
            return false;
        }
        try {
            client.setData()
                    .withVersion(seen.version)
                    .forPath(paths.view(), seen.stored.handedOver(partition, to).encode());
            return true;
        } catch (KeeperException.BadVersionException e) {
            // by another member, or by this very write, which Curator has sent again because its answer was lost
            return read().view().nodeOf(partition) == to;
        }
    }

    /** Empty when another member was faster. */
    private Optional<ClusterView> tryUpdate(Seen seen, SortedMap<Integer, ClusterView.Member> present, boolean expel)
            throws Exception {
        SortedMap<Integer, ClusterView.Member> all = new TreeMap<>(present);
        Map<Integer, List<String>> gone = expel ? refused.byMost(seen.view(), present.keySet()) : Map.of();
        if (!expel) {
            seen.view().members().forEach(m -> all.putIfAbsent(m.node(), m));
        }
        all.keySet().removeAll(gone.keySet());
        StoredView next = seen.stored.with(all, graph.founders());
        if (next.equals(seen.stored)) {
            return Optional.of(seen.view());
        }
        try {
            Stat written = gone.isEmpty()
                    ? client.setData().withVersion(seen.version).forPath(paths.view(), next.encode())
                    : takeOut(seen, next, gone);
            return Optional.of(next.at(written.getVersion()));
        } catch (KeeperException.BadVersionException e) {
            return Optional.empty();
        } catch (KeeperException.NoNodeException e) {
            if (gone.isEmpty()) {
                throw e;
            }
            return Optional.empty(); // a session has ended, or a statement was withdrawn: read again
        }
    }

    /**
     * Expels members whose sessions live: view and registration change in one transaction, so that the members
     * neither stay by the one nor come back by the other, and only while all counted statements stand.
     */
    private Stat takeOut(Seen seen, StoredView next, Map<Integer, List<String>> gone) throws Exception {
        List<CuratorOp> steps = new ArrayList<>();
        steps.add(client.transactionOp().setData().withVersion(seen.version).forPath(paths.view(), next.encode()));
        for (Map.Entry<Integer, List<String>> each : gone.entrySet()) {
            steps.add(client.transactionOp().delete().forPath(paths.member(each.getKey())));
            for (String word : each.getValue()) {
                steps.add(client.transactionOp().check().forPath(word));
            }
        }
        Stat written = client.transaction().forOperations(steps).get(0).getResultStat();
        LOG.warn(
                "expelled before the end of their sessions, since most members are refused by their machines: {}",
                gone);
        return written;
    }
}
