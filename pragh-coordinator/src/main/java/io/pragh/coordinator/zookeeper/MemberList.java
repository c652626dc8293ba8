package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Seldom;
import io.pragh.core.cluster.ClusterView;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the znodes of the members that are present, some of which may be unreadable. Any thread. */
// One unreadable record must not stop all nodes from following the cluster. Such a record shows only that the
// member's session lives, and that is enough: the member stays as the view has it. A znode that is bound to no
// session is no member, whatever its contents, or it could keep a dead member in for ever.
final class MemberList {
    private static final Logger LOG = LoggerFactory.getLogger(MemberList.class);
    private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Clock clock;
    private final CuratorFramework client;
    private final ZooKeeperPaths paths;
    private final Seldom complaints;

    MemberList(Clock clock, CuratorFramework client, ZooKeeperPaths paths) {
        this.clock = clock;
        this.client = client;
        this.paths = paths;
        this.complaints = new Seldom(SILENCE_NANOS, clock.nanos());
    }

    /**
     * All living members, by number; the view describes those whose own records are unreadable. One round trip, and
     * one for each member.
     */
    SortedMap<Integer, ClusterView.Member> present(ClusterView view) throws Exception {
        TreeMap<Integer, ClusterView.Member> present = new TreeMap<>();
        for (String name : client.getChildren().forPath(paths.members())) {
            named(name, view).ifPresent(m -> present.put(m.node(), m));
        }
        return present;
    }

    private Optional<ClusterView.Member> named(String name, ClusterView view) throws Exception {
        Stat stat = new Stat();
        byte[] bytes;
        try {
            bytes = client.getData().storingStatIn(stat).forPath(paths.members() + "/" + name);
        } catch (KeeperException.NoNodeException e) {
            return Optional.empty(); // deleted between listing and reading
        }
        if (stat.getEphemeralOwner() == 0) {
            complain(name, "it is bound to no session");
            return Optional.empty();
        }
        try {
            ClusterView.Member member = MemberNode.decode(bytes);
            if (name.equals(Integer.toString(member.node()))) {
                return Optional.of(member);
            }
            complain(name, "it is of another number: " + member.node());
        } catch (PraghException unreadable) {
            complain(name, String.valueOf(unreadable.getMessage()));
        }
        return view.members().stream()
                .filter(m -> name.equals(Integer.toString(m.node())))
                .findFirst();
    }

    private void complain(String name, String reason) {
        if (complaints.isDue(clock.nanos())) {
            LOG.warn(
                    "a member's record at ZooKeeper cannot be used and is left out: path={}/{} reason={}",
                    paths.members(),
                    name,
                    reason);
        }
    }
}
