package io.pragh.coordinator.zookeeper;

import io.pragh.core.cluster.ClusterView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;

/**
 * Members' statements about each other: that a member's machine refuses their connections. A statement is a znode
 * that lasts as long as the session of the member that makes it. {@link #tell} one thread, the rest any.
 */
// Each member states only the outcome of its own calls, and a member is expelled when more than half of all members
// state the same: so no two halves of a cluster can expel each other, neither of two members expels the other, and
// one member with a wrong rule in its firewall expels no other. A statement is withdrawn when its subject is reached
// again.
final class RefusedMembers {
    private static final Pattern WORD = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

    private final CuratorFramework client;
    private final ZooKeeperPaths paths;
    private final int self;
    private final boolean heeded;
    /** Those about whom this member's statement may stand, and those about whom it certainly does. */
    private final Set<Integer> told = new TreeSet<>();

    private final Set<Integer> stands = new TreeSet<>();
    private long toldSession;

    /**
     * The statements of one member; with {@code heeded} false it makes none, and expels no member because of others'
     * statements.
     */
    RefusedMembers(CuratorFramework client, ZooKeeperPaths paths, int self, boolean heeded) {
        this.client = client;
        this.paths = paths;
        this.self = self;
        this.heeded = heeded;
    }

    /**
     * Creates statements about the members of a view that are refused now, and withdraws those that hold no more.
     * Returns whether any member is refused. A round trip for each change.
     */
    boolean tell(ClusterView view, IntPredicate refused) throws Exception {
        Set<Integer> now = new TreeSet<>();
        for (ClusterView.Member member : view.members()) {
            if (heeded && member.node() != self && refused.test(member.node())) {
                now.add(member.node());
            }
        }
        if (now.isEmpty() && told.isEmpty()) {
            return false;
        }
        long session = client.getZookeeperClient().getZooKeeper().getSessionId();
        if (session != toldSession) {
            told.clear(); // deleted with the session that made them
            stands.clear();
            toldSession = session;
        }
        for (int node : List.copyOf(told)) {
            if (!now.contains(node)) {
                stands.remove(node);
                takeBack(paths.refused(node, self));
                told.remove(node);
            }
        }
        for (int node : now) {
            if (!stands.contains(node)) {
                told.add(node); // first: an attempt that seems to fail may have been made
                say(paths.refused(node, self));
                stands.add(node);
            }
        }
        return !now.isEmpty();
    }

    private void say(String path) throws Exception {
        try {
            client.create().withMode(CreateMode.EPHEMERAL).forPath(path, new byte[0]);
        } catch (KeeperException.NodeExistsException e) {
            return; // by an attempt that seemed to fail
        }
    }

    private void takeBack(String path) throws Exception {
        try {
            client.delete().forPath(path);
        } catch (KeeperException.NoNodeException e) {
            return; // by an attempt that seemed to fail
        }
    }

    /**
     * The statements about each other member of a view that most members find refused, by number; none about those
     * whose sessions have ended, for these leave without them. One round trip.
     *
     * @param present members whose sessions live
     */
    Map<Integer, List<String>> byMost(ClusterView view, Set<Integer> present) throws Exception {
        Map<Integer, List<String>> said = new HashMap<>();
        if (!heeded) {
            return said;
        }
        for (String name : words()) {
            Matcher word = WORD.matcher(name);
            if (word.matches()) {
                int of = Integer.parseInt(word.group(1));
                int by = Integer.parseInt(word.group(2));
                if (of != self && of != by && view.has(of) && view.has(by) && present.containsAll(List.of(of, by))) {
                    said.computeIfAbsent(of, n -> new ArrayList<>()).add(paths.refused(of, by));
                }
            }
        }
        said.values().removeIf(words -> 2 * words.size() <= view.members().size());
        return new TreeMap<>(said);
    }

    private List<String> words() throws Exception {
        try {
            return client.getChildren().forPath(paths.refused());
        } catch (KeeperException.NoNodeException e) {
            return List.of(); // the graph is being removed
        }
    }
}
