package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.cluster.Membership;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.placement.ClusterWatch;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.CoordinationProvider;
import io.pragh.core.placement.NodeIdentity;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.testkit.Workers;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.commons.configuration2.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a graph that is open can be read at once, also when a node serves by a picture long after it was told
 * of it.
 */
final class LatePicturesTest {
    private static final int NODES = 3;
    private static final int VERTICES = 20;
    private static final long LATE_NANOS = 200_000_000L;
    private static final long UNHEARD_NANOS = 2_000_000_000L;
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    /** How many nodes have joined. */
    private static final AtomicInteger joined = new AtomicInteger();
    /** How often a process that is no member looked at a picture. */
    private static final AtomicInteger looks = new AtomicInteger();
    /** Whether pictures reach no node any more, although no node has noticed that it is cut off. */
    private static volatile boolean unheard;

    @TempDir
    private Path folder;

    private final Workers workers = new Workers();
    private ClassLoader before;
    private URLClassLoader loader;

    @BeforeEach
    void offerTheProvider() throws IOException {
        Path file = folder.resolve("services/META-INF/services/" + CoordinationProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, LateProvider.class.getName());
        before = Thread.currentThread().getContextClassLoader();
        loader =
                new URLClassLoader(new URL[] {folder.resolve("services").toUri().toURL()}, before);
        Thread.currentThread().setContextClassLoader(loader); // threads that are started inherit it
    }

    @AfterEach
    void takeItBack() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        loader.close();
        workers.close();
    }

    @Test
    void whoComesBackOrStoodByServesWhenItIsOpen() throws Exception {
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start()) {
            String connect = "late:zk:" + zooKeeper.connectString() + "/late";
            List<PraghGraph> graphs = open(connect);
            for (int i = 0; i < VERTICES; i++) {
                NodesTogether.retrying(graphs.get(i % NODES), g -> g.addV("v").iterate());
            }
            graphs.forEach(PraghGraph::close);
            graphs = open(connect + "-again");
            graphs.forEach(graph -> assertVertices(VERTICES, graph));
            List<PraghGraph> standbys = new CopyOnWriteArrayList<>();
            CountDownLatch standsBy = new CountDownLatch(1);
            workers.start(() -> standbys.add(standBy(connect + "-again", standsBy)));
            standsBy.await();
            workers.await("it has seen who serves", () -> looks.get() > 1);
            graphs.remove(1).close();
            workers.join();
            assertVertices(VERTICES, standbys.get(0));
            graphs.addAll(standbys);
            graphs.forEach(PraghGraph::close);
        }
    }

    /** No other node can vouch for these nodes, because none serves anything yet. */
    @Test
    void whoHearsOfNobodyForAWhileWaitsUntilItDoes() throws Exception {
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start()) {
            String connect = "late:zk:" + zooKeeper.connectString() + "/unheard";
            open(connect).forEach(PraghGraph::close);
            joined.set(0);
            unheard = true;
            workers.start(() -> {
                workers.await("they have joined", () -> joined.get() == NODES);
                pause(UNHEARD_NANOS);
                unheard = false;
            });
            List<PraghGraph> graphs = open(connect + "-again");
            graphs.forEach(graph -> assertVertices(0, graph));
            graphs.forEach(PraghGraph::close);
        }
    }

    private static void assertVertices(long count, PraghGraph graph) {
        assertEquals(count, graph.traversal().V().count().next());
        graph.tx().rollback();
    }

    private List<PraghGraph> open(String connect) throws Exception {
        return NodesTogether.open(NODES, node -> open(connect, node));
    }

    private PraghGraph open(String connect, int node) {
        Configuration configuration = CommittingNode.configuration(connect, folder, node);
        return PraghGraph.open(configuration);
    }

    private PraghGraph standBy(String connect, CountDownLatch standsBy) {
        Configuration standby = CommittingNode.configuration(connect, folder, 1);
        standby.clearProperty(PraghGraphConfig.DATA);
        standby.setProperty(PraghGraphConfig.STANDBY, folder.toString());
        return PraghGraph.open(standby, new RestoreProgress() {
            @Override
            public void restored(String what, long done, long total) {
                // standsBy() is what counts
            }

            @Override
            public void standsBy() {
                standsBy.countDown();
            }
        });
    }

    private static void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() - until < 0) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    /**
     * {@code late:} before another connect string: joins as that string says, but a node serves by a picture long
     * after it was told of it.
     */
    public static final class LateProvider implements CoordinationProvider {
        @Override
        public String scheme() {
            return "late";
        }

        @Override
        public ClusterWatch watch(String connect, CoordinationKey key) {
            ClusterWatch watch = Coordination.watch(connect.substring(scheme().length() + 1), key);
            return new ClusterWatch() {
                @Override
                public @Nullable ClusterView view() {
                    ClusterView view = watch.view();
                    looks.addAndGet(view == null ? 0 : 1);
                    return view;
                }

                @Override
                public long graph() {
                    return watch.graph();
                }

                @Override
                public Coordination join(NodeIdentity node) {
                    Coordination seat = new LateCoordination(watch.join(node));
                    joined.incrementAndGet();
                    return seat;
                }

                @Override
                public void close() {
                    watch.close();
                }
            };
        }
    }

    private record LateCoordination(Coordination of) implements Coordination {
        @Override
        public int self() {
            return of.self();
        }

        @Override
        public String connect() {
            return of.connect();
        }

        @Override
        public Membership membership() {
            return new LateMembership(of.membership());
        }

        @Override
        public PlacementExchange exchange() {
            return of.exchange();
        }

        @Override
        public void announce(String address) {
            of.announce(address);
        }

        @Override
        public void announceServer(String server) {
            of.announceServer(server);
        }

        @Override
        public long graph() {
            return of.graph();
        }

        @Override
        public void announceKept(KeptShare keeps) {
            of.announceKept(keeps);
        }

        @Override
        public void close() {
            of.close();
        }
    }

    private record LateMembership(Membership of) implements Membership {
        @Override
        public ClusterView view() {
            return of.view();
        }

        @Override
        public void onChange(Consumer<ClusterView> listener) {
            of.onChange(later -> {
                pause(LATE_NANOS);
                listener.accept(later);
            });
        }

        @Override
        public boolean connected() {
            return of.connected();
        }

        @Override
        public long confirmedNanosAgo() {
            return unheard ? HOUR_NANOS : of.confirmedNanosAgo();
        }

        @Override
        public void attend(long silenceNanos, IntPredicate refused) {
            of.attend(silenceNanos, refused);
        }

        @Override
        public boolean handOver(int partition, int from, int to, long epoch) {
            return of.handOver(partition, from, to, epoch);
        }

        @Override
        public void close() {
            of.close();
        }
    }
}
