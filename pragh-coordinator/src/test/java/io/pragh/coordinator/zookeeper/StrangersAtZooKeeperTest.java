package io.pragh.coordinator.zookeeper;

import static io.pragh.coordinator.zookeeper.TestCluster.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a process that reaches ZooKeeper, but has another key than the cluster's or none, can neither read nor
 * change the cluster's records, and that members refuse graphs that such a process has founded.
 */
class StrangersAtZooKeeperTest {
    private static final CoordinationKey KEY = CoordinationKey.ofSecret("a secret of the nodes alone");
    private static final CoordinationKey ANOTHER = CoordinationKey.ofSecret("a secret of other nodes");
    private static final byte[] GARBAGE = {1, 2, 3};
    private static final List<ACL> EVERYBODY =
            new ArrayList<>(List.of(new ACL(ZooDefs.Perms.ALL, new Id("ip", "127.0.0.1"))));

    @TempDir
    Path directory;

    private final ZooKeeperPaths paths = new ZooKeeperPaths("g");
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
    void whoHasNoKeyNeitherReadsNorChangesAnything() {
        everythingIsRefusedTo(CoordinationKey.NONE);
    }

    @Test
    void whoHasAnotherKeyNeitherReadsNorChangesAnything() {
        everythingIsRefusedTo(ANOTHER);
    }

    private void everythingIsRefusedTo(CoordinationKey stranger) {
        ZooKeeperMembership first = cluster.join(cluster.session("g", KEY), 4, 2);
        ZooKeeperMembership second = cluster.join(cluster.session("g", KEY), 4, 2);
        eventually(() -> assertTrue(first.view().has(1) && second.view().has(1)));
        ClusterView before = first.view();
        CuratorFramework client = cluster.session("g", stranger).client();
        byte[] elsewhere = StoredView.empty(4).encode();
        List<Executable> attacks = List.of(
                () -> client.getChildren().forPath(paths.graph()),
                () -> client.getChildren().forPath(paths.members()),
                () -> client.getData().forPath(paths.member(0)),
                () -> client.getData().forPath(paths.view()),
                () -> client.create().withMode(CreateMode.EPHEMERAL).forPath(paths.member(77), GARBAGE),
                () -> client.create().forPath(paths.leader(), GARBAGE),
                () -> client.create().forPath(paths.plans() + "/0", GARBAGE),
                () -> client.create().forPath(paths.reports() + "/0-0", GARBAGE),
                () -> client.setData().forPath(paths.member(0), GARBAGE),
                () -> client.setData().forPath(paths.view(), elsewhere),
                () -> client.setData().forPath(paths.graph(), GARBAGE),
                () -> client.delete().forPath(paths.member(1)),
                () -> client.delete().forPath(paths.view()),
                () -> client.setACL().withACL(EVERYBODY).forPath(paths.view()),
                () -> client.setACL().withACL(EVERYBODY).forPath(ZooKeeperPaths.ALL_GRAPHS));
        for (int i = 0; i < attacks.size(); i++) {
            assertThrows(KeeperException.NoAuthException.class, attacks.get(i), "attack " + i);
        }
        assertEquals(before.epoch(), first.view().epoch());
        assertEquals(before.members(), second.view().members());
    }

    @Test
    void everythingThatAGraphKeepsIsLocked() throws Exception {
        ZooKeeperSession session = cluster.session("g", KEY);
        ZooKeeperMembership member = cluster.join(session, 4, 1);
        try (Leadership leadership = session.leadership()) {
            assertTrue(leadership.await(TimeUnit.SECONDS.toNanos(20)));
            leadership.nextTerm();
            new ZooKeeperTree(session.client()).put(paths.plans(member.self()) + "/0", GARBAGE);
            List<String> open = new ArrayList<>();
            collectOpen(session.client(), paths.graph(), open);
            assertEquals(List.of(), open);
        }
    }

    private static void collectOpen(CuratorFramework client, String path, List<String> open) throws Exception {
        for (ACL acl : client.getACL().forPath(path)) {
            if (!acl.getId().getScheme().equals("digest")) {
                open.add(path + " " + acl);
            }
        }
        for (String child : client.getChildren().forPath(path)) {
            collectOpen(client, path + "/" + child, open);
        }
    }

    @Test
    void graphsWithSeveralKeysShareAZooKeeper() {
        ZooKeeperMembership one = cluster.join(cluster.session("one", KEY), 4, 1);
        ZooKeeperMembership two = cluster.join(cluster.session("two", ANOTHER), 4, 1);
        ZooKeeperMembership three = cluster.join(cluster.session("three", CoordinationKey.NONE), 4, 1);
        assertTrue(one.connected() && two.connected() && three.connected());
    }

    @Test
    void aGraphThatWasNeverFoundedIsTakenAwayThoughAnotherKeyMadeThePlace() {
        cluster.join(cluster.session("other", ANOTHER), 4, 1);
        cluster.join(cluster.session("g", KEY), 8, 2).close();
        ZooKeeperMembership better = cluster.join(cluster.session("g", KEY), 4, 1);
        assertEquals(4, better.view().partitions());
    }

    @Test
    void aGraphThatWasFoundedWithoutAKeyIsNotJoinedWithOne() {
        cluster.join(cluster.session("g", CoordinationKey.NONE), 4, 1);
        PraghException refused = refused(KEY);
        assertTrue(refused.getMessage().contains("founded without this secret"), refused.getMessage());
        assertTrue(refused.getMessage().contains("deleteall /pragh/g"), refused.getMessage());
    }

    @Test
    void aGraphThatAStrangerFoundedIsNotJoinedThoughItLetsEverybodyIn() throws Exception {
        CuratorFramework stranger = cluster.session("g", ANOTHER).client();
        stranger.create()
                .creatingParentsIfNeeded()
                .withACL(EVERYBODY)
                .forPath(paths.graph(), StoredView.empty(4).encode());
        assertTrue(refused(KEY).getMessage().contains("founded without this secret"));
    }

    @Test
    void whoJoinsWithoutTheKeyIsToldWhatToDo() {
        cluster.join(cluster.session("g", KEY), 4, 1);
        for (CoordinationKey wrong : List.of(CoordinationKey.NONE, ANOTHER)) {
            PraghException refused = refused(wrong);
            assertTrue(refused.getMessage().contains("founded with another secret"), refused.getMessage());
            assertTrue(refused.getMessage().contains("cluster.zookeeperSecretFile"), refused.getMessage());
        }
    }

    private PraghException refused(CoordinationKey key) {
        ZooKeeperSession session = cluster.session("g", key);
        PraghException refused =
                assertThrows(PraghException.class, () -> session.join(new NodeIdentity("n", "", 4, 1)));
        assertFalse(refused.retryable(), refused.getMessage());
        return refused;
    }

    @Test
    void aMemberWithTheKeyComesBackWhenItsSessionHasEnded() throws Exception {
        ZooKeeperSession session = cluster.session("g", KEY);
        ZooKeeperMembership only = cluster.join(session, 4, 1);
        long before = only.view().epoch();
        TestCluster.endSession(session);
        eventually(() -> assertTrue(only.view().epoch() > before && only.connected()));
    }
}
