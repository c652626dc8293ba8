package io.pragh.coordinator.zookeeper;

import static io.pragh.coordinator.zookeeper.TestCluster.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.placement.NodeIdentity;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a member is expelled when most other members say that its machine refuses connections, and in no other
 * case. All sessions live, and are longer than a test waits.
 */
class RefusedMembersTest {
    private static final long SILENCE_NANOS = 2_500_000_000L;
    private static final int VICTIM = 1;

    @TempDir
    private Path directory;

    private final ZooKeeperPaths paths = new ZooKeeperPaths("g");
    private final List<ZooKeeperSession> sessions = new ArrayList<>();
    private final List<ZooKeeperMembership> members = new ArrayList<>();
    /** By observer: the members whose machines refuse its connections. */
    private final List<Set<Integer>> refused = new ArrayList<>();

    private TestCluster cluster;

    @BeforeEach
    void start() {
        cluster = new TestCluster(directory);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void found(int nodes, boolean expelRefused) {
        for (int n = 0; n < nodes; n++) {
            ZooKeeperSession session = cluster.session("g").expellingRefused(expelRefused);
            ZooKeeperMembership member = cluster.join(session, nodes, nodes);
            Set<Integer> found = ConcurrentHashMap.newKeySet();
            member.attend(SILENCE_NANOS, found::contains);
            sessions.add(session);
            members.add(member);
            refused.add(found);
        }
        eventually(() -> members.forEach(m -> assertEquals(nodes, membersOf(m))));
    }

    private static int membersOf(ZooKeeperMembership membership) {
        ClusterView view = membership.view();
        return view.nodeOf(0) == ClusterView.NOBODY ? 0 : view.members().size();
    }

    private @Nullable Stat word(int by) throws Exception {
        return sessions.get(0).client().checkExists().forPath(paths.refused(VICTIM, by));
    }

    /** Makes a member write the next picture. A victim that is in it was not expelled for what was said before. */
    private void assertStays() {
        int last = members.size() - 1;
        members.get(last).announceServer("10.0.0.9:8182");
        for (ZooKeeperMembership member : members) {
            eventually(() -> assertTrue(
                    member.view().members().stream().anyMatch(m -> !m.server().isEmpty()),
                    () -> member.view().toString()));
            assertTrue(member.view().has(VICTIM), () -> member.view().toString());
        }
    }

    @Test
    void whoIsRefusedByMostIsExpelledThoughItsSessionLives() throws Exception {
        found(3, true);
        List<ClusterView> told = new CopyOnWriteArrayList<>();
        members.get(VICTIM).onChange(told::add);
        refused.get(0).add(VICTIM);
        refused.get(2).add(VICTIM);
        eventually(() -> assertFalse(members.get(0).view().has(VICTIM)));
        eventually(() -> assertFalse(members.get(2).view().has(VICTIM)));
        assertEquals(2, members.get(0).view().members().size());
        assertEquals(0, members.get(0).view().partitionsOf(VICTIM).length);
        eventually(() -> assertFalse(members.get(VICTIM).connected(), "it hears of it, and serves nothing any more"));
        eventually(() -> assertFalse(told.isEmpty()));
        assertFalse(told.get(told.size() - 1).has(VICTIM), "as after a session that has ended");
        assertNull(sessions.get(0).client().checkExists().forPath(paths.member(VICTIM)), "nothing brings it back in");
        eventually(() -> assertNull(word(0), "what is over is said no more"));
        eventually(() -> assertNull(word(2), "what is over is said no more"));
    }

    @Test
    void whoHasLeftAlreadyIsNotTakenOutOnceMore() throws Exception {
        try (ZooKeeperSession session = cluster.session("g")) {
            CuratorFramework client = session.client();
            SortedMap<Integer, ClusterView.Member> all = new TreeMap<>();
            client.create().creatingParentsIfNeeded().forPath(paths.members());
            for (int node = 0; node < 3; node++) {
                ClusterView.Member member = new ClusterView.Member(node, "n", "", "", KeptShare.NONE);
                all.put(node, member);
                if (node != VICTIM) { // its session has ended, and nobody has looked since
                    new MemberNode(client, paths, member).create();
                    client.create().creatingParentsIfNeeded().forPath(paths.refused(VICTIM, node), new byte[0]);
                }
            }
            StoredView before = StoredView.empty(3).with(all, 3);
            client.create().forPath(paths.view(), before.encode());
            ViewKeeper keeper = new ViewKeeper(
                    Clock.SYSTEM,
                    client,
                    paths,
                    new GraphRecord(3, 3, NodeIdentity.NOT_KEPT),
                    new RefusedMembers(client, paths, 0, true));
            ClusterView view = assertTimeoutPreemptively(Duration.ofSeconds(30), () -> keeper.update(0, true))
                    .orElseThrow();
            assertFalse(view.has(VICTIM), view::toString);
            assertEquals(2, view.members().size());
        }
    }

    @Test
    void whatOneSaysExpelsNobody() throws Exception {
        found(3, true);
        refused.get(0).add(VICTIM);
        eventually(() -> assertNotNull(word(0)));
        assertStays();
    }

    @Test
    void oneOfTwoExpelsNobody() throws Exception {
        found(2, true);
        refused.get(0).add(VICTIM);
        eventually(() -> assertNotNull(word(0)));
        assertStays();
    }

    @Test
    void halfOfFourExpelNobody() throws Exception {
        found(4, true);
        refused.get(0).add(VICTIM);
        refused.get(2).add(VICTIM);
        eventually(() -> assertNotNull(word(0)));
        eventually(() -> assertNotNull(word(2)));
        assertStays();
    }

    @Test
    void whoIsReachedAgainIsNotSpokenOfAnyMore() throws Exception {
        found(3, true);
        refused.get(0).add(VICTIM);
        eventually(() -> assertNotNull(word(0)));
        refused.get(0).clear();
        eventually(() -> assertNull(word(0)));
        refused.get(2).add(VICTIM);
        eventually(() -> assertNotNull(word(2)));
        assertStays();
    }

    /** The steps of a request that is carried out, but whose answer is lost. */
    private static Object losingAnswers(Object real) {
        Class<?> type = real.getClass();
        return Proxy.newProxyInstance(type.getClassLoader(), type.getInterfaces(), (self, method, arguments) -> {
            method.setAccessible(true);
            Object result = method.invoke(real, arguments);
            if (method.getName().equals("forPath")) {
                throw new KeeperException.ConnectionLossException();
            }
            return losingAnswers(result);
        });
    }

    @Test
    void whatWasSaidWithoutAnAnswerIsTakenBack() throws Exception {
        try (ZooKeeperSession session = cluster.session("g")) {
            CuratorFramework client = session.client();
            client.create().creatingParentsIfNeeded().forPath(paths.refused());
            AtomicBoolean loses = new AtomicBoolean(true);
            CuratorFramework unsteady = (CuratorFramework) Proxy.newProxyInstance(
                    CuratorFramework.class.getClassLoader(),
                    new Class<?>[] {CuratorFramework.class},
                    (self, method, arguments) -> {
                        Object result = method.invoke(client, arguments);
                        boolean creates = method.getName().equals("create");
                        return creates && loses.get() ? losingAnswers(result) : result;
                    });
            RefusedMembers words = new RefusedMembers(unsteady, paths, 0, true);
            ClusterView view = ClusterView.inTurn(3, 3);
            assertThrows(KeeperException.ConnectionLossException.class, () -> words.tell(view, n -> n == VICTIM));
            assertNotNull(client.checkExists().forPath(paths.refused(VICTIM, 0)));
            assertFalse(words.tell(view, n -> false));
            assertNull(client.checkExists().forPath(paths.refused(VICTIM, 0)), "it is reached again");
            loses.set(false);
            assertTrue(words.tell(view, n -> n == VICTIM));
            assertNotNull(client.checkExists().forPath(paths.refused(VICTIM, 0)));
        }
    }

    @Test
    void whereItIsSwitchedOffNobodySpeaksOfAnybody() throws Exception {
        found(3, false);
        refused.get(0).add(VICTIM);
        refused.get(2).add(VICTIM);
        assertStays();
        assertNull(word(0));
        assertNull(word(2));
    }

    @Test
    void wordsThatAreNoneExpelNobody() throws Exception {
        found(3, true);
        for (String name : List.of("1-7", "1-8", "1-1", "1-x", "-1-0", "1-99999999999", "1")) {
            sessions.get(0).client().create().forPath(paths.refused() + "/" + name, new byte[0]);
        }
        refused.get(0).add(VICTIM);
        eventually(() -> assertNotNull(word(0)));
        assertStays();
    }
}
