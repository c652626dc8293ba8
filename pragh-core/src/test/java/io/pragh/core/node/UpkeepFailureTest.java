package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.standing.FullHeap;
import io.pragh.core.upkeep.TombstoneSweep;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a node whose upkeep fails stops serving and tells its callers the cause, and that a node that is closed
 * while its upkeep works ends normally.
 */
class UpkeepFailureTest {
    private static final int KEYS = 3;

    private static class PresentMembership implements Membership {
        private final Membership present;

        PresentMembership(int nodes) {
            present = new StaticMembership(ClusterView.inTurn(nodes, 2));
        }

        @Override
        public ClusterView view() {
            return present.view();
        }

        @Override
        public void onChange(Consumer<ClusterView> listener) {
            present.onChange(listener);
        }

        @Override
        public boolean connected() {
            return true;
        }

        @Override
        public boolean handOver(int partition, int from, int to, long epoch) {
            return present.handOver(partition, from, to, epoch);
        }

        @Override
        public void close() {
            present.close();
        }
    }

    private static final class BreakingMembership extends PresentMembership {
        private volatile boolean broken;

        BreakingMembership() {
            super(1);
        }

        @Override
        public boolean connected() {
            if (broken) {
                throw new IllegalStateException("the keeper's answer makes no sense");
            }
            return true;
        }
    }

    /** Holds a node's upkeep during an update of its own, until the node is being closed. Any thread. */
    private static final class HoldingClock implements Clock {
        private final CountDownLatch waiting = new CountDownLatch(1);
        private final CountDownLatch closing = new CountDownLatch(1);

        @Override
        public long nanos() {
            if (Thread.currentThread().getName().equals("pragh-upkeep-0") && isWithinUpdate()) {
                waiting.countDown();
                try {
                    assertTrue(closing.await(60, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return Clock.SYSTEM.nanos();
        }

        private static boolean isWithinUpdate() {
            return StackWalker.getInstance()
                    .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                                    .filter(name -> name.equals(TombstoneSweep.class.getName())
                                            || name.equals(NodeSession.class.getName()))
                                    .distinct()
                                    .count()
                            == 2);
        }
    }

    private static PraghNode open(LocalNetwork network, int node, Membership membership, Clock clock) {
        return new PraghNode(
                network.join(node), membership, null, TransactionFixture.CONFIG, ListOperations.ALL, clock);
    }

    private static long key(int number) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, number);
    }

    @Test
    void aNodeThatIsClosedWhileItsUpkeepWaitsForAnAnswerJustEnds() throws InterruptedException {
        HoldingClock clock = new HoldingClock();
        LocalNetwork network = new LocalNetwork();
        PraghNode node = open(network, 0, new PresentMembership(2), clock);
        PraghNode other = open(network, 1, new PresentMembership(2), Clock.SYSTEM);
        try (Workers workers = new Workers();
                NodeSession session = node.openSession()) {
            List<Long> pulled = new ArrayList<>();
            for (int number = 1; pulled.size() < KEYS; number++) {
                if (other.isHome(key(number))) { // its tombstone will lie here, and is its home's to forget
                    pulled.add(key(number));
                    session.update(ListOperations.append(key(number), 2, 0));
                    node.pull(key(number));
                    workers.await("moved", () -> node.migrationCounters().of(MigrationOutcome.MOVED) == pulled.size());
                }
            }
            pulled.forEach(key -> session.update(new Update(ValueOperation.ERASE, key, 0, 0)));
            workers.await("the upkeep waits for the home", () -> clock.waiting.getCount() == 0);
        }
        Thread closer = new Thread(() -> {
            while (!node.parts.share.isWithdrawn()) {
                Thread.onSpinWait();
            }
            clock.closing.countDown();
        });
        closer.start();
        node.close(); // throws the failure that has ended the upkeep
        closer.join();
        other.close();
    }

    @Test
    void aNodeThatCannotLookAfterItselfStopsServing() {
        BreakingMembership membership = new BreakingMembership();
        PraghNode node = open(new LocalNetwork(), 0, membership, Clock.SYSTEM);
        try (Workers workers = new Workers();
                NodeSession session = node.openSession()) {
            session.update(ListOperations.append(key(1), 2, 0));
            membership.broken = true;
            workers.await("the node has stopped", node.parts.share::isWithdrawn);
            PraghException refused =
                    assertThrows(PraghException.class, () -> session.update(ListOperations.append(key(1), 3, 0)));
            // by the store, or by the waiting call
            assertTrue(refused.getMessage().matches(".*(takes no updates|has failed).*"), refused.getMessage());
        }
        assertTrue(node.failure().contains("begin again: node=0 part="), node.failure());
        PraghException why = assertThrows(PraghException.class, node::close);
        assertEquals(IllegalStateException.class, why.getCause().getClass());
    }

    /** Exhausts the heap for a node's own threads, whenever a test wants it. Any thread. */
    private static final class FullHeapClock implements Clock {
        private final AtomicInteger failures = new AtomicInteger();
        private final boolean linking;
        private volatile boolean full;

        FullHeapClock(boolean linking) {
            this.linking = linking;
        }

        @Override
        public long nanos() {
            String thread = Thread.currentThread().getName();
            if (full && (thread.startsWith("pragh-upkeep") || thread.startsWith("pragh-fence"))) {
                failures.incrementAndGet();
                OutOfMemoryError none = new OutOfMemoryError("as a test has it");
                throw linking ? new BootstrapMethodError(new IllegalStateException(none)) : none;
            }
            return Clock.SYSTEM.nanos();
        }
    }

    @ParameterizedTest(name = "while code is linked: {0}")
    @ValueSource(booleans = {false, true})
    void aNodeThatIsAloneGoesOnWhenThereIsMemoryAgain(boolean linking) {
        FullHeapClock clock = new FullHeapClock(linking);
        PraghNode node = open(new LocalNetwork(), 0, new PresentMembership(1), clock);
        try (Workers workers = new Workers();
                NodeSession session = node.openSession()) {
            session.update(ListOperations.append(key(1), 2, 0));
            clock.full = true;
            workers.await("both threads have met it", () -> clock.failures.get() > 10);
            clock.full = false;
            session.update(new Update(ValueOperation.ERASE, key(1), 0, 0));
            workers.await("the upkeep forgets the key", () -> node.keysForgotten() == 1);
            session.update(ListOperations.append(key(1), 3, 0));
            assertEquals("", node.failure());
        }
        node.close();
    }

    @Test
    void whatCouldNotBeLinkedForGoodEndsTheNode() {
        FullHeapClock clock = new FullHeapClock(true);
        PraghNode node = open(new LocalNetwork(), 0, new PresentMembership(1), clock);
        AtomicInteger left = new AtomicInteger();
        try (Workers workers = new Workers()) {
            node.parts.failure.whenFailed(() -> {
                left.incrementAndGet();
                throw new IllegalStateException("what else fails");
            });
            clock.full = true;
            workers.await("it has failed", () -> left.get() > 0 && node.parts.share.isWithdrawn());
            assertTrue(clock.failures.get() >= FullHeap.LINKAGE_ERRORS_MAX, clock.failures.toString());
            clock.full = false;
            assertTrue(node.failure().contains("with more heap (-Xmx): node=0 part="), node.failure());
        }
        PraghException why = assertThrows(PraghException.class, node::close);
        assertEquals("what else fails", why.getCause().getSuppressed()[0].getMessage());
    }

    /**
     * Two members, one of which leaves during the next step of a thread of the other one, whose heap is exhausted
     * then. Any thread.
     */
    private static final class GoingMembership extends PresentMembership implements Clock {
        private final ClusterView without =
                new ClusterView(2, List.of(new ClusterView.Member(0, "node-0", "")), new int[] {0, ClusterView.NOBODY});
        private final String thread;
        private volatile boolean full;
        private volatile boolean gone;

        GoingMembership(String thread) {
            super(2);
            this.thread = thread;
        }

        @Override
        public ClusterView view() {
            return gone ? without : super.view();
        }

        @Override
        public long nanos() {
            if (full && Thread.currentThread().getName().startsWith(thread)) {
                gone = true;
                full = false;
                throw new OutOfMemoryError("as a test has it");
            }
            return Clock.SYSTEM.nanos();
        }
    }

    /** The node may have asked the other one, and has not processed the answer. */
    @ParameterizedTest
    @ValueSource(strings = {"pragh-upkeep", "pragh-fence"})
    void aNodeThatWasNotAloneWhenAStepBeganFailsWithoutMemory(String thread) {
        GoingMembership going = new GoingMembership(thread);
        PraghNode node = open(new LocalNetwork(), 0, going, going);
        try (Workers workers = new Workers()) {
            going.full = true;
            workers.await("it has failed", node.parts.share::isWithdrawn);
            assertTrue(node.failure().contains("with more heap (-Xmx): node=0 part="), node.failure());
        }
        assertThrows(PraghException.class, node::close);
    }

    @Test
    void aNodeThatOthersRelyOnFailsWithoutMemoryAndLeaves() {
        FullHeapClock clock = new FullHeapClock(false);
        LocalNetwork network = new LocalNetwork();
        PraghNode node = open(network, 0, new PresentMembership(2), clock);
        PraghNode other = open(network, 1, new PresentMembership(2), Clock.SYSTEM);
        AtomicInteger left = new AtomicInteger();
        try (Workers workers = new Workers()) {
            node.parts.failure.whenFailed(() -> {
                if (left.incrementAndGet() == 1) {
                    throw new OutOfMemoryError("still none");
                }
            });
            clock.full = true;
            workers.await("it has left, at the second try", () -> left.get() == 2);
            clock.full = false;
            assertTrue(node.parts.share.isWithdrawn());
            assertEquals(NodeStatistics.Standing.FAILED, node.statistics().standing());
            assertTrue(node.failure().contains("with more heap (-Xmx): node=0 part="), node.failure());
            PraghException told = assertThrows(PraghException.class, node.parts::pollIfServing);
            assertEquals(node.failure(), told.getMessage());
            assertEquals(OutOfMemoryError.class, told.getCause().getClass());
        }
        assertThrows(PraghException.class, node::close);
        other.close();
    }
}
