package io.pragh.core.node;

import static io.pragh.core.node.TransactionFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Message;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.protocol.MessageType;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks the end of a commit whose coordinator dies together with one of its homes, which has no log outside its
 * memory, before the other home has learned the decision.
 */
class LostPublishTest {
    private static final int READER = 0;
    private static final int VICTIM = 1;
    private static final int HOME = 2;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final TransactionFixture world =
            new TransactionFixture(3, TransactionFixture.CONFIG.withRead(new ReadOptions(true, true, PATIENCE_NANOS)));
    private final Workers workers = new Workers();
    private final AtomicInteger kept = new AtomicInteger();
    private final long a = world.key(VICTIM, 1);
    private final long b = world.key(HOME, 1);

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    /** Loses messages of a type from the victim to the other home. */
    private void lose(int type) {
        world.fabrics.get(VICTIM).hook(message -> !isLost(message, type));
    }

    private boolean isLost(Message message, int type) {
        boolean lost = message.type() == type && message.to() == HOME;
        kept.addAndGet(lost ? 1 : 0);
        return lost;
    }

    /** Moves the value to a node. */
    private void pull(int node, long key) {
        workers.await("the value is moved", () -> {
            world.nodes.get(node).pull(key);
            world.nodes.forEach(PraghNode::poll);
            NodeSession reader = world.sessions.get(node);
            long before = reader.counters().valuesLocal;
            reader.read(new long[] {key}, 0, 1, 8, (index, region, body, bytes) -> {});
            return reader.counters().valuesLocal > before;
        });
    }

    private void crash() {
        world.network.kill(VICTIM);
        world.membership.change(LocalCluster.without(world.membership.view(), VICTIM));
    }

    private void awaitRecovery() {
        workers.await("recovery ends", () -> {
            world.nodes.get(READER).poll();
            world.nodes.get(HOME).poll();
            return world.nodes.get(READER).recovered()
                    && world.nodes.get(HOME).recovered()
                    && world.nodes.get(HOME).parts.transactions.underWay() == 0;
        });
    }

    private void commitBoth() {
        try (Transaction both = world.sessions.get(VICTIM).begin()) {
            both.write(a, TransactionFixture.bytes(2));
            both.write(b, TransactionFixture.bytes(2));
            both.commit();
        }
    }

    private void anAcknowledgedCommitStands() {
        lose(MessageType.PUBLISH);
        commitBoth();
        try (Transaction snapshot = world.sessions.get(READER).begin(TransactionOptions.DEFAULT.reading())) {
            assertEquals(2, number(snapshot, a));
            workers.await("the other home is told, and does not hear it", () -> kept.get() > 0);
            crash();
            assertEquals(2, number(snapshot, b), "the same snapshot");
        }
        assertEquals(2, world.get(READER, b), "for good");
        assertEquals(2, world.get(HOME, b), "for good");
        awaitRecovery();
        assertThrows(LostValueException.class, () -> world.get(READER, a));
    }

    @Test
    void whatWasAcknowledgedStandsAtTheHomeThatIsLeft() {
        world.put(VICTIM, a, 1);
        world.put(HOME, b, 1);
        anAcknowledgedCommitStands();
    }

    @Test
    void aValueOfTheDeadHomeThatLayElsewhereIsLostAndDoesNotComeBackAsItWas() {
        world.put(VICTIM, a, 1);
        world.put(HOME, b, 1);
        pull(READER, a);
        anAcknowledgedCommitStands();
    }

    @Test
    void whatOneHomeHasNotRecordedIsTakenBackAtTheOneThatIsLeft() {
        world.put(VICTIM, a, 1);
        world.put(HOME, b, 1);
        lose(MessageType.DECIDE);
        workers.start(() -> assertThrows(RuntimeException.class, this::commitBoth));
        workers.await("the other home is asked, and does not hear it", () -> kept.get() > 0);
        crash();
        assertEquals(1, world.get(READER, b));
        awaitRecovery();
        assertThrows(LostValueException.class, () -> world.get(READER, a));
        world.nodes.get(VICTIM).close();
        workers.join();
    }

    /**
     * The other home has published and has died since; the node that serves it now has never known the coordinator.
     */
    @Test
    void aHomeThatIsServedByANodeThatJoinedLaterTestifies() {
        world.put(HOME, b, 1);
        long c = world.key(READER, 1);
        world.put(READER, c, 1);
        world.fabrics.get(VICTIM).hook(message -> message.type() != MessageType.PUBLISH || message.to() != READER);
        world.fabrics.get(READER).hook(message -> message.type() != MessageType.INQUIRE);
        try (Transaction both = world.sessions.get(VICTIM).begin()) {
            both.write(b, TransactionFixture.bytes(2));
            both.write(c, TransactionFixture.bytes(2));
            both.commit();
        }
        workers.await("one home has published", () -> world.get(READER, b) == 2);
        crash();
        try (PraghNode joined = join(3)) {
            world.network.kill(HOME);
            ClusterView view = world.membership.view();
            List<ClusterView.Member> left =
                    view.members().stream().filter(m -> m.node() != HOME).toList();
            int[] nodeOf = IntStream.range(0, view.partitions())
                    .map(p -> view.nodeOf(p) == HOME ? joined.self() : view.nodeOf(p))
                    .toArray();
            world.membership.change(view.reassigned(left, nodeOf));
            world.fabrics.get(READER).hook(message -> true);
            workers.await("nothing is locked any more", () -> {
                joined.poll();
                world.nodes.get(READER).poll();
                return world.nodes.get(READER).parts.transactions.underWay() == 0;
            });
            assertEquals(2, world.get(READER, c));
        }
    }

    private PraghNode join(int node) {
        ClusterView view = world.membership.view();
        List<ClusterView.Member> members = new ArrayList<>(view.members());
        members.add(new ClusterView.Member(node, "node-" + node, ""));
        int[] nodeOf = IntStream.range(0, view.partitions()).map(view::nodeOf).toArray();
        world.membership.change(view.reassigned(members, nodeOf));
        return new PraghNode(
                world.network.join(node),
                world.membership,
                null,
                TransactionFixture.CONFIG,
                ListOperations.ALL,
                Clock.SYSTEM);
    }
}
