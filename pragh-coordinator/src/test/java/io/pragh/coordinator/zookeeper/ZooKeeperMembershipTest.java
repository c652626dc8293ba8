package io.pragh.coordinator.zookeeper;

import static io.pragh.coordinator.zookeeper.TestCluster.eventually;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.placement.NodeIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the membership of nodes at a real ZooKeeper: joining, expulsion, handovers of partitions, and members that
 * are cut off. The tests end sessions at the server, and stop and start it.
 */
class ZooKeeperMembershipTest {
    @TempDir
    Path directory;

    private TestCluster cluster;

    @BeforeEach
    void start() {
        cluster = new TestCluster(directory);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void partitionsAreDealtOutInTurnOnceAllFoundersAreThere() {
        ZooKeeperMembership first = cluster.join("g", 5, 2);
        assertArrayEquals(new int[] {-1, -1, -1, -1, -1}, partitions(first));
        ZooKeeperMembership second = cluster.join("g", 5, 2);
        assertEquals(List.of(0, 1), List.of(first.self(), second.self()));
        eventually(() -> assertArrayEquals(new int[] {0, 1, 0, 1, 0}, partitions(first)));
        eventually(() -> assertEquals(first.view().epoch(), second.view().epoch()));
        assertTrue(first.connected() && second.connected());
    }

    @Test
    void memberThatDiesIsExpelledAndItsPartitionsGoToTheSurvivors() {
        ZooKeeperMembership first = cluster.join("g", 6, 3);
        ZooKeeperSession dying = cluster.session("g");
        cluster.join(dying, 6, 3);
        cluster.join("g", 6, 3);
        eventually(() -> assertArrayEquals(new int[] {0, 1, 2, 0, 1, 2}, partitions(first)));
        long before = first.view().epoch();
        List<ClusterView> seen = new CopyOnWriteArrayList<>();
        first.onChange(seen::add);
        dying.client().close();
        eventually(() -> assertArrayEquals(new int[] {0, 0, 2, 0, 2, 2}, partitions(first)));
        assertFalse(first.view().has(1));
        assertTrue(first.view().epoch() > before, "the epoch fences the dead");
        eventually(() ->
                assertEquals(first.view().epoch(), seen.get(seen.size() - 1).epoch()));
    }

    @Test
    void numberIsNeverHandedOutAgain() {
        cluster.join("g", 4, 1);
        ZooKeeperMembership second = cluster.join("g", 4, 1);
        assertEquals(1, second.self());
        second.close();
        assertFalse(second.connected());
        assertEquals(2, cluster.join("g", 4, 1).self());
    }

    @Test
    void newcomerTakesWhatNobodyServesAndLeavesTheOthersAlone() {
        ZooKeeperMembership first = cluster.join("g", 4, 1);
        ZooKeeperMembership second = cluster.join("g", 4, 1);
        eventually(() -> assertTrue(first.view().has(1)));
        assertArrayEquals(new int[] {0, 0, 0, 0}, partitions(second));
        first.close();
        eventually(() -> assertArrayEquals(new int[] {1, 1, 1, 1}, partitions(second)));
        second.close();
        assertArrayEquals(
                new int[] {2, 2, 2, 2}, partitions(cluster.join("g", 4, 3)), "founded once is founded for ever");
    }

    @Test
    void aPartitionIsHandedOverOnceAndByTheLatestPictureAlone() {
        ZooKeeperMembership first = cluster.join("g", 4, 1);
        ZooKeeperMembership second = cluster.join("g", 4, 1);
        eventually(() -> assertTrue(first.view().has(1) && second.view().has(1)));
        long epoch = first.view().epoch();
        assertFalse(second.handOver(2, 1, 1 + 1, epoch), "it serves nothing");
        assertFalse(first.handOver(2, 0, 7, epoch), "nobody has this number");
        assertFalse(first.handOver(2, 0, 1, epoch - 1), "there is a later picture");
        assertTrue(first.handOver(2, 0, 1, epoch));
        assertTrue(first.handOver(2, 0, 1, epoch), "asked again because nobody had answered");
        assertFalse(first.handOver(3, 0, 1, epoch), "that was another picture");
        eventually(() -> assertArrayEquals(new int[] {0, 0, 1, 0}, partitions(first)));
        eventually(() -> assertArrayEquals(new int[] {0, 0, 1, 0}, partitions(second)));
        assertEquals(0, second.view().lifeOf(2), "it goes on");
        first.close();
        eventually(() -> assertArrayEquals(new int[] {1, 1, 1, 1}, partitions(second)));
        assertEquals(0, second.view().lifeOf(2));
        assertEquals(1, second.view().lifeOf(3), "it has begun anew");
    }

    @Test
    void graphsDoNotSeeEachOther() {
        cluster.join("one", 4, 1);
        ZooKeeperMembership other = cluster.join("two", 8, 1);
        assertEquals(0, other.self());
        assertEquals(1, other.view().members().size());
    }

    @Test
    void anotherNumberOfPartitionsIsRefused() {
        cluster.join("g", 4, 1);
        ZooKeeperSession session = cluster.session("g");
        PraghException refused =
                assertThrows(PraghException.class, () -> session.join(new NodeIdentity("n", "", 8, 1)));
        assertTrue(refused.getMessage().contains("value=8 graph=4"), refused.getMessage());
        assertFalse(refused.retryable());
    }

    @Test
    void addressToldLaterReachesTheOthers() {
        ZooKeeperMembership first = cluster.join("g", 4, 2);
        ZooKeeperMembership second = cluster.join("g", 4, 2);
        second.announce("10.0.0.1:7000");
        eventually(() -> assertTrue(
                first.view().members().contains(new ClusterView.Member(1, "n", "10.0.0.1:7000")),
                first.view().toString()));
    }

    @Test
    void whereClientsReachAMemberIsToldWithoutItsOtherAddressBeingForgotten() {
        ZooKeeperMembership first = cluster.join("g", 4, 2);
        ZooKeeperMembership second = cluster.join("g", 4, 2);
        second.announce("10.0.0.1:7000");
        second.announceServer("10.0.0.1:8182");
        eventually(() -> assertTrue(
                first.view().members().contains(new ClusterView.Member(1, "n", "10.0.0.1:7000", "10.0.0.1:8182")),
                first.view().toString()));
        second.announceServer("");
        eventually(() -> assertTrue(
                first.view().members().contains(new ClusterView.Member(1, "n", "10.0.0.1:7000")),
                first.view().toString()));
    }

    @Test
    void memberThatWasExpelledStaysOutAndSaysSo() throws Exception {
        ZooKeeperMembership first = cluster.join("g", 4, 2);
        ZooKeeperSession session = cluster.session("g");
        ZooKeeperMembership second = cluster.join(session, 4, 2);
        eventually(() -> assertArrayEquals(new int[] {0, 1, 0, 1}, partitions(second)));
        expel(session.client(), first.view().members().get(0), second.view().epoch());
        eventually(() -> assertFalse(second.connected()));
        assertFalse(second.view().has(1));
        eventually(() -> assertArrayEquals(new int[] {0, 0, 0, 0}, partitions(first)));
        assertFalse(first.view().has(1));
    }

    /** Expels the member whose znode is gone, as a surviving member would. */
    private static void expel(CuratorFramework client, ClusterView.Member survivor, long epoch) throws Exception {
        ZooKeeperPaths paths = new ZooKeeperPaths("g");
        StoredView without = StoredView.decode(client.getData().forPath(paths.view()))
                .with(new TreeMap<>(Map.of(survivor.node(), survivor)), 2);
        client.transaction()
                .forOperations(
                        client.transactionOp().delete().forPath(paths.member(1)),
                        client.transactionOp()
                                .setData()
                                .withVersion((int) epoch)
                                .forPath(paths.view(), without.encode()));
    }

    @Test
    void memberWhoseSessionEndsWhileNobodyExpelsItComesBackUnderItsNumber() throws Exception {
        ZooKeeperSession session = cluster.session("g");
        ZooKeeperMembership only = cluster.join(session, 4, 1);
        long before = only.view().epoch();
        List<ConnectionState> states = new CopyOnWriteArrayList<>();
        session.client().getConnectionStateListenable().addListener((c, state) -> states.add(state));
        TestCluster.endSession(session);
        eventually(() -> assertTrue(states.contains(ConnectionState.LOST), states.toString()));
        eventually(() -> assertTrue(only.connected()));
        assertEquals(0, only.self());
        assertArrayEquals(new int[] {0, 0, 0, 0}, partitions(only));
        eventually(
                () -> assertNotEquals(before, only.view().epoch(), "whoever was about to expel it must come too late"));
    }

    @Test
    void memberKnowsThatItDoesNotKnowWhileZooKeeperIsAway() {
        ZooKeeperMembership first = cluster.join("g", 4, 2);
        ZooKeeperMembership second = cluster.join("g", 4, 2);
        eventually(() -> assertArrayEquals(new int[] {0, 1, 0, 1}, partitions(first)));
        cluster.stopServer();
        eventually(() -> assertFalse(first.connected() || second.connected()));
        assertArrayEquals(new int[] {0, 1, 0, 1}, partitions(first), "the picture stays");
        cluster.startServer();
        eventually(() -> assertTrue(first.connected() && second.connected()));
        assertArrayEquals(new int[] {0, 1, 0, 1}, partitions(second));
    }

    @Test
    void absenceOfZooKeeperBeyondAllSessionsExpelsNobody() {
        ZooKeeperSession session = cluster.session("g", 2_000);
        List<ConnectionState> states = new CopyOnWriteArrayList<>();
        session.client().getConnectionStateListenable().addListener((c, state) -> states.add(state));
        ZooKeeperMembership first = cluster.join(session, 4, 2);
        ZooKeeperMembership second = cluster.join(cluster.session("g", 2_000), 4, 2);
        eventually(() -> assertArrayEquals(new int[] {0, 1, 0, 1}, partitions(first)));
        cluster.stopServer();
        eventually(() -> assertTrue(states.contains(ConnectionState.LOST), states.toString()));
        cluster.startServer();
        eventually(() -> assertTrue(first.connected() && second.connected()));
        assertArrayEquals(new int[] {0, 1, 0, 1}, partitions(first));
        assertArrayEquals(new int[] {0, 1, 0, 1}, partitions(second));
    }

    private static int[] partitions(ZooKeeperMembership membership) {
        ClusterView view = membership.view();
        int[] nodes = new int[view.partitions()];
        java.util.Arrays.setAll(nodes, view::nodeOf);
        return nodes;
    }
}
