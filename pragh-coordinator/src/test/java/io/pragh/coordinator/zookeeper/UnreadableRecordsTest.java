package io.pragh.coordinator.zookeeper;

import static io.pragh.coordinator.zookeeper.TestCluster.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.Coordinator;
import io.pragh.coordinator.CoordinatorConfig;
import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.PlacementMode;
import java.nio.file.Path;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that members go on, and repair what they can, when another process writes nonsense to their records in
 * ZooKeeper. The writer has the cluster's key, or the cluster has none.
 */
class UnreadableRecordsTest {
    private static final byte[] GARBAGE = {1, 2, 3};

    @TempDir
    Path directory;

    private final ZooKeeperPaths paths = new ZooKeeperPaths("g");
    private TestCluster cluster;
    private ZooKeeperMembership first;
    private ZooKeeperMembership second;
    private ZooKeeperSession dying;
    private CuratorFramework hostile;

    @BeforeEach
    void start() {
        cluster = new TestCluster(directory);
        hostile = cluster.session("g", CoordinationKey.NONE).client();
        first = cluster.join("g", 6, 3);
        second = cluster.join("g", 6, 3);
        dying = cluster.session("g", CoordinationKey.NONE);
        cluster.join(dying, 6, 3);
        eventually(() -> assertTrue(first.view().members().size() == 3
                && second.view().epoch() == first.view().epoch()));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void theDeadAreStillExpelled() {
        dying.client().close();
        eventually(() -> assertFalse(first.view().has(2) || second.view().has(2)));
    }

    @Test
    void aMembersRecordOfThreeBytesKeepsNobodyFromExpellingTheDead() throws Exception {
        hostile.create().withMode(CreateMode.EPHEMERAL).forPath(paths.member(99), GARBAGE);
        hostile.create().forPath(paths.member(98), GARBAGE);
        hostile.create().forPath(paths.members() + "/nonsense", GARBAGE);
        theDeadAreStillExpelled();
        assertEquals(2, first.view().members().size(), first.view().toString());
    }

    @Test
    void plansForNobodyDoNotStopTheCoordinator() throws Exception {
        String nobodys = paths.plans() + "/nonsense";
        hostile.create().forPath(nobodys, GARBAGE);
        PlannerConfig planner = PlannerConfig.of(PlacementMode.EAGER, 50_000_000);
        try (Coordinator coordinator = Coordinator.start(
                cluster.session("g").connect(), CoordinatorConfig.of(planner), CoordinationKey.NONE)) {
            eventually(() -> assertTrue(coordinator.term() > 0));
            eventually(() -> assertNull(hostile.checkExists().forPath(nobodys)));
            assertTrue(coordinator.isLeading());
        }
    }

    @Test
    void aRecordThatIsBoundToNoSessionIsNobodys() throws Exception {
        byte[] theDeads = hostile.getData().forPath(paths.member(2));
        dying.client().close();
        eventually(() -> assertFalse(first.view().has(2)));
        hostile.create().forPath(paths.member(2), theDeads);
        ZooKeeperMembership late = cluster.join("g", 6, 3);
        eventually(() -> assertTrue(first.view().has(late.self())));
        assertFalse(first.view().has(2), first.view().toString());
    }

    @Test
    void aRecordUnderAnotherNumberChangesNobodysAddress() throws Exception {
        ClusterView.Member before = first.view().members().get(0);
        byte[] elsewhere = MemberNode.encode(new ClusterView.Member(before.node(), "n", "10.0.0.66:1", "10.0.0.66:2"));
        hostile.create().withMode(CreateMode.EPHEMERAL).forPath(paths.member(99), elsewhere);
        theDeadAreStillExpelled();
        assertEquals(before, first.view().members().get(0));
        assertEquals(2, first.view().members().size(), first.view().toString());
    }

    @Test
    void aMemberWhoseRecordIsOverwrittenStaysAsItWas() throws Exception {
        ClusterView.Member before = first.view().members().get(1);
        hostile.setData().forPath(paths.member(1), GARBAGE);
        theDeadAreStillExpelled();
        assertEquals(before, first.view().members().get(1));
        assertTrue(second.connected());
    }

    @Test
    void aPictureThatCannotBeReadIsWrittenAgainAsItWas() throws Exception {
        ClusterView before = first.view();
        hostile.setData().forPath(paths.view(), GARBAGE);
        eventually(() -> assertTrue(
                first.view().epoch() > before.epoch() && second.view().epoch() > before.epoch()));
        assertEquals(before.members(), first.view().members());
        for (int p = 0; p < before.partitions(); p++) {
            assertEquals(before.nodeOf(p), second.view().nodeOf(p));
            assertEquals(before.lifeOf(p), second.view().lifeOf(p));
        }
        theDeadAreStillExpelled();
    }

    @Test
    void aPictureOfAnotherNumberOfPartitionsIsWrittenAgainAsItWas() throws Exception {
        long before = first.view().epoch();
        hostile.setData().forPath(paths.view(), StoredView.empty(2).encode());
        eventually(() -> assertTrue(first.view().epoch() > before));
        assertEquals(6, first.view().partitions());
    }

    /** The nonsense is written twice at once, so that no member knows whether the first write was a picture. */
    @Test
    void aPictureThatMayHaveBeenFollowedByAnotherIsNotWrittenAgain() throws Exception {
        ClusterView before = first.view();
        hostile.transaction()
                .forOperations(
                        hostile.transactionOp().setData().forPath(paths.view(), GARBAGE),
                        hostile.transactionOp().setData().forPath(paths.view(), GARBAGE));
        int version = hostile.checkExists().forPath(paths.view()).getVersion();
        // the end of a member makes all others look at the picture, which they cannot read
        dying.client().close();
        eventually(
                () -> assertFalse(hostile.getChildren().forPath(paths.members()).contains("2")));
        byte[] readable = StoredView.of(before).encode();
        assertEquals(version, hostile.checkExists().forPath(paths.view()).getVersion());
        assertEquals(before.epoch(), first.view().epoch(), "the picture stays");
        // the repair of an operator who knows that the former picture was the last one
        hostile.setData().forPath(paths.view(), readable);
        eventually(() -> assertFalse(first.view().has(2) || second.view().has(2)));
    }
}
