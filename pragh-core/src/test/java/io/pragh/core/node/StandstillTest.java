package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.protocol.MessageType;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a process that stood still for longer than the time limit of a call processes the answers that came
 * meanwhile, and that a process that runs gives up in time.
 */
class StandstillTest {
    private static final int WAITING = 0;
    private static final int HOME = 1;
    private static final long PATIENCE_NANOS = 5_000_000_000L;
    private static final NodeConfig CONFIG =
            TransactionCluster.CONFIG.withRead(new ReadOptions(true, true, PATIENCE_NANOS));

    private final LocalNetwork network = new LocalNetwork();
    private final StaticMembership membership = new StaticMembership(ClusterView.inTurn(2, 4));
    private final HookedFabric asking = new HookedFabric(network.join(WAITING));
    private final AtomicLong ahead = new AtomicLong();
    private final List<PraghNode> nodes = new ArrayList<>();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicBoolean heard = new AtomicBoolean();
    private final Workers workers = new Workers();

    @BeforeEach
    void open() {
        Clock clock = () -> Clock.SYSTEM.nanos() + ahead.get();
        nodes.add(new PraghNode(asking, membership, null, CONFIG, ListOperations.ALL, clock));
        nodes.add(new PraghNode(network.join(HOME), membership, null, CONFIG, ListOperations.ALL, Clock.SYSTEM));
        asking.hook(this::sent);
    }

    @AfterEach
    void close() {
        workers.close();
        nodes.forEach(PraghNode::close);
    }

    private boolean sent(Message message) {
        boolean request = message.type() == MessageType.PREPARE;
        asked.compareAndSet(false, request);
        return !request || heard.get();
    }

    private static long key(int number) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, number);
    }

    /** A key whose home is the other node, a new one at each turn. */
    private long otherKey(int turn) {
        return IntStream.iterate(1, number -> number + 1)
                .mapToLong(StandstillTest::key)
                .filter(nodes.get(HOME)::isHome)
                .skip(turn)
                .findFirst()
                .orElseThrow();
    }

    private void assertOutlastsAStandstill(Workers.Task call) {
        workers.start(call);
        workers.await("it waits", asked::get);
        ahead.addAndGet(2 * PATIENCE_NANOS); // as time appears to a process that did not run meanwhile
        heard.set(true);
        workers.join();
    }

    @Test
    void anUpdateOutlastsAStandstill() {
        try (NodeSession session = nodes.get(WAITING).openSession()) {
            assertOutlastsAStandstill(
                    () -> assertEquals(UpdateResult.APPLIED, session.update(ListOperations.append(otherKey(0), 1, 0))));
        }
    }

    @Test
    void aCommitOutlastsAStandstill() {
        long first = otherKey(0);
        long second = otherKey(1);
        try (NodeSession session = nodes.get(WAITING).openSession()) {
            assertOutlastsAStandstill(() -> session.retry(TransactionOptions.DEFAULT, transaction -> {
                transaction.update(ListOperations.append(first, 1, 0));
                transaction.update(ListOperations.append(second, 1, 0));
                return transaction;
            }));
        }
    }

    @Test
    void whoRunsAndHearsNothingGivesUp() {
        try (NodeSession session = nodes.get(WAITING).openSession()) {
            workers.start(() -> {
                PraghException late = assertThrows(
                        PraghException.class, () -> session.update(ListOperations.append(otherKey(0), 1, 0)));
                assertTrue(
                        late.getMessage().contains("did not answer in time; it may have happened or not"),
                        late.getMessage());
            });
            workers.await("it waits", asked::get);
            workers.join();
        }
    }
}
