package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.DecisionRecord;
import io.pragh.core.durable.KeptDecisionLog;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.txn.home.CommitRecord;
import io.pragh.testkit.Workers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks nodes whose logs outlive them: what the survivors do when a node dies, and what a node is told when it is
 * restored.
 */
class KeptHomesTest {
    private static final int READER = 0;
    private static final int VICTIM = 1;
    private static final int HOME = 2;
    private static final int NODES = 3;
    private static final long PATIENCE_NANOS = 2_000_000_000L;

    private final List<MemoryLog> logs = new ArrayList<>();
    private final TransactionFixture world;
    private final Workers workers = new Workers();
    private final AtomicInteger lost = new AtomicInteger();
    private final long a;
    private final long b;

    KeptHomesTest() {
        ClusterView view = ClusterView.inTurn(NODES, TransactionFixture.PARTITIONS);
        for (int node = 0; node < NODES; node++) {
            logs.add(new MemoryLog(IntStream.of(view.partitionsOf(node)).boxed().toList()));
        }
        world = new TransactionFixture(
                kept(view, 1),
                node -> TransactionFixture.CONFIG
                        .withRead(new ReadOptions(true, true, PATIENCE_NANOS))
                        .withLog(logs.get(node)));
        a = world.key(VICTIM, 1);
        b = world.key(HOME, 1);
    }

    private static ClusterView kept(ClusterView view, long epoch) {
        int[] nodeOf = IntStream.range(0, view.partitions()).map(view::nodeOf).toArray();
        int[] lives = IntStream.range(0, view.partitions()).map(view::lifeOf).toArray();
        return new ClusterView(epoch, view.members(), nodeOf, lives, true);
    }

    /** A log whose records are durable at once. */
    private static final class MemoryLog implements CommitLog {
        final ConcurrentLinkedQueue<CommitRecord> records = new ConcurrentLinkedQueue<>();
        final KeptDecisionLog decisions;

        MemoryLog(List<Integer> homes) {
            this.decisions = new KeptDecisionLog(homes);
        }

        @Override
        public KeptDecisionLog decisions() {
            return decisions;
        }

        @Override
        public boolean isKept() {
            return true;
        }

        @Override
        public long append(byte[] record) {
            records.add(CommitRecord.decode(ByteBuffer.wrap(record)));
            return 0;
        }

        @Override
        public void await(long ticket) {}

        @Override
        public void whenDurable(long ticket, Runnable then) {
            then.run();
        }
    }

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    /** The node dies; no node serves its partitions. */
    private void crash(int node) {
        world.network.kill(node);
        ClusterView view = world.membership.view();
        List<ClusterView.Member> left =
                view.members().stream().filter(m -> m.node() != node).toList();
        int[] nodeOf = IntStream.range(0, view.partitions())
                .map(p -> view.nodeOf(p) == node ? ClusterView.NOBODY : view.nodeOf(p))
                .toArray();
        world.membership.change(view.reassigned(left, nodeOf));
    }

    private void lose(int from, int type, int to) {
        world.fabrics.get(from).hook(message -> {
            boolean isLost = message.type() == type && message.to() == to;
            lost.addAndGet(isLost ? 1 : 0);
            return !isLost;
        });
    }

    private void commitBoth(int node) {
        try (Transaction both = world.sessions.get(node).begin()) {
            both.write(a, TransactionFixture.bytes(2));
            both.write(b, TransactionFixture.bytes(2));
            both.commit();
        }
    }

    private void pollAll() {
        world.nodes.get(READER).poll();
        world.nodes.get(HOME).poll();
    }

    /** The record of the transaction in a node's log. */
    private CommitRecord record(int node) {
        return logs.get(node).records.stream()
                .filter(record -> record.parts().size() > 1 && record.kind() == CommitRecord.COMMITTED)
                .findFirst()
                .orElseThrow();
    }

    /** What a node that is restored from the victim's log would be told. */
    private Set<Long> asked(CommitRecord record) {
        return world.nodes
                .get(READER)
                .parts
                .transactions
                .homes()
                .doubtful()
                .resolve(List.of(record), Set.of(record.homes().get(0)), open -> {}, world.nodes.get(HOME)::poll);
    }

    @Test
    void aHomeWithoutARecordGivesBackAtOnceWhenTheCoordinatorIsGone() {
        world.put(HOME, b, 1);
        lose(VICTIM, MessageType.DECIDE, HOME);
        workers.start(() -> assertThrows(RuntimeException.class, () -> commitBoth(VICTIM)));
        workers.await("the other home is asked, and does not hear it", () -> lost.get() > 0);
        CommitRecord record = record(VICTIM);
        crash(VICTIM);
        workers.await("the key is given back", () -> {
            pollAll();
            return world.nodes.get(HOME).parts.transactions.underWay() == 0;
        });
        assertEquals(1, world.get(READER, b));
        assertEquals(Set.of(record.timestamp()), asked(record), "a home has no record");
        world.nodes.get(VICTIM).close();
        workers.join();
    }

    @Test
    void aHomeWithARecordWaitsForTheOneThatIsAwayAndGoesTheWayThatItsLogSays() {
        world.put(HOME, b, 1);
        lose(VICTIM, MessageType.PUBLISH, HOME);
        commitBoth(VICTIM);
        workers.await("the other home is told, and does not hear it", () -> lost.get() > 0);
        CommitRecord record = record(VICTIM);
        crash(VICTIM);
        for (int i = 0; i < 1000; i++) {
            pollAll();
        }
        assertEquals(
                1, world.nodes.get(HOME).parts.transactions.homes().size(), "only the log of the other home tells");
        assertEquals(Set.of(), asked(record), "both have their part");
        comeBack(record);
        workers.await("it is published", () -> {
            pollAll();
            return world.nodes.get(HOME).parts.transactions.underWay() == 0;
        });
        assertEquals(2, world.get(READER, b));
    }

    /** The reader holds the victim's folder from now on: its log defines the contents of the folder's partitions. */
    private void comeBack(CommitRecord record) {
        logs.get(READER).decisions.add(record.homes());
        logs.get(READER)
                .decisions
                .append(new DecisionRecord(
                        record.homes().get(0),
                        record.writer().client(),
                        record.writer().sequence(),
                        record.timestamp(),
                        0,
                        record.parts()));
        ClusterView view = world.membership.view();
        int[] nodeOf = IntStream.range(0, view.partitions()).map(view::nodeOf).toArray();
        List<ClusterView.Member> members = view.members().stream()
                .map(m -> m.node() == READER
                        ? new ClusterView.Member(
                                READER, m.name(), "", "", KeptShare.settled(0, record.homes(), 0, false))
                        : m)
                .toList();
        world.membership.change(new ClusterView(
                view.epoch() + 1,
                members,
                nodeOf,
                IntStream.range(0, view.partitions()).map(view::lifeOf).toArray(),
                true));
    }

    /** While the coordinator lives it may still decide, so no node answers how the transaction will end. */
    @Test
    void nobodySaysWhatALivingCoordinatorMayStillDecide() {
        world.put(HOME, b, 1);
        lose(READER, MessageType.PUBLISH, HOME);
        commitBoth(READER);
        workers.await("the other home is told, and does not hear it", () -> lost.get() > 0);
        CommitRecord record = record(VICTIM);
        long began = System.nanoTime();
        assertThrows(
                PraghException.class,
                () -> world.nodes
                        .get(READER)
                        .parts
                        .transactions
                        .homes()
                        .doubtful()
                        .resolve(List.of(record), Set.of(record.homes().get(0)), open -> {}, () -> {
                            if (System.nanoTime() - began > PATIENCE_NANOS / 4) {
                                throw new PraghException("it was not answered");
                            }
                        }));
        world.fabrics.get(READER).hook(message -> true);
        assertEquals(Set.of(), asked(record));
    }

    @Test
    void aSnapshotOfBeforeALossEnds() {
        world.put(VICTIM, a, 1);
        world.put(HOME, b, 1);
        try (Transaction before = world.sessions.get(READER).begin(TransactionOptions.DEFAULT.reading())) {
            crash(VICTIM);
            assertThrows(SnapshotTooOldException.class, () -> TransactionFixture.number(before, b));
        }
        assertEquals(1, world.get(READER, b));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aValueThatHadMovedIsHeldUntilItIsGivenBack(boolean hasValue) {
        world.put(HOME, b, 1);
        workers.await("the value is moved", () -> {
            world.nodes.get(VICTIM).pull(b);
            world.nodes.forEach(PraghNode::poll);
            NodeSession reader = world.sessions.get(VICTIM);
            long before = reader.counters().valuesLocal;
            reader.read(new long[] {b}, 0, 1, 8, (index, region, body, bytes) -> {});
            return reader.counters().valuesLocal > before;
        });
        crash(VICTIM);
        workers.await("the key is held", () -> {
            pollAll();
            return !world.nodes.get(HOME).parts.toRestore.isEmpty();
        });
        PraghException waited = assertThrows(PraghException.class, () -> world.get(READER, b));
        assertTrue(waited.retryable(), waited::toString);
        assertEquals(b, world.nodes.get(HOME).parts.toRestore.poll());
        assertNull(world.nodes.get(HOME).parts.toRestore.poll());
        ByteBuffer body = hasValue ? ByteBuffer.wrap(TransactionFixture.bytes(1)) : null;
        assertTrue(world.nodes.get(HOME).parts.transactions.homes().local().give(b, body, 1));
        assertEquals(hasValue ? 1 : TransactionFixture.ABSENT, world.get(READER, b));
        world.put(READER, b, 3);
        assertEquals(3, world.get(HOME, b));
    }
}
