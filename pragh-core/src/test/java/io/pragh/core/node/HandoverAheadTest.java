package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.protocol.HandoverRequest;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.store.MemoryLimits;
import io.pragh.testkit.Seeds;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a handover copies a partition while the nodes go on serving, and copies again what changes meanwhile:
 * little is left to copy while callers wait, and nothing is missing. {@code -Dpragh.handover.seed=N} repeats a run's
 * choices.
 */
class HandoverAheadTest {
    private static final int GIVER = 0;
    private static final int TAKER = 1;
    private static final int MOVED = 0;
    private static final int VALUES = 1500;
    private static final int VALUE_BYTES = 12 << 10;
    private static final int CHANGED = 20;
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final NodeConfig CONFIG = TransactionCluster.CONFIG
            .withMemory(new MemoryLimits(1 << 20, 128L << 20, 64))
            .withRead(new ReadOptions(true, true, PATIENCE_NANOS));

    private final long seed = Seeds.of("pragh.handover.seed");
    private final SplittableRandom random = new SplittableRandom(seed);
    private final LocalNetwork network = new LocalNetwork();
    private final StaticMembership membership = new StaticMembership(ClusterView.inTurn(2, 4));
    private final HookedFabric asking = new HookedFabric(network.join(TAKER));
    private final PraghNode giver = node(network.join(GIVER));
    private final PraghNode taker = node(asking);
    private final int[] contents = new int[VALUES];
    private long lastSequence;
    private boolean taking;
    private int looks;
    private long ahead;
    private long late;

    private PraghNode node(Fabric fabric) {
        return new PraghNode(fabric, membership, null, CONFIG, ListOperations.ALL, Clock.SYSTEM);
    }

    @AfterEach
    void close() {
        taker.close();
        giver.close();
    }

    private long key(int i) {
        return GraphKey.of(
                GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, giver.homes().mint(MOVED, 1 + i));
    }

    private static byte[] body(int content) {
        byte[] body = new byte[VALUE_BYTES];
        new Random(content).nextBytes(body);
        return body;
    }

    private void write(NodeSession session, int i) {
        contents[i] = random.nextInt();
        assertEquals(UpdateResult.APPLIED, session.update(ListOperations.replace(key(i), body(contents[i]))));
    }

    private void change(int count) {
        try (NodeSession session = giver.openSession()) {
            for (int n = 0; n < count; n++) {
                write(session, random.nextInt(VALUES));
            }
        }
    }

    /** Changes values when the taker sends a request, between its first look and its last. One thread. */
    private boolean asked(Message message) {
        if (message.type() != MessageType.HANDOVER || message.sequence() <= lastSequence) {
            return true; // it may be a repeated request
        }
        lastSequence = message.sequence();
        HandoverRequest request = HandoverRequest.decode(message.payload());
        switch (request.kind()) {
            case LOOK -> looks++;
            case MEMORY -> {
                if (taking) {
                    late += request.bytes();
                } else {
                    ahead += request.bytes();
                    change(looks == 1 && random.nextInt(8) == 0 ? CHANGED : random.nextInt(20) / 19);
                }
            }
            case TAKE -> {
                change(taking ? 0 : CHANGED);
                taking = true;
            }
            case OFFER, STATE, DIGESTS, KEPT, PART, TAIL, READY, CANCEL -> {}
        }
        return true;
    }

    @Test
    void whatChangesWhileItIsCopiedIsCopiedAgainAndLittleIsLeftForTheEnd() {
        System.out.println("handover ahead: -Dpragh.handover.seed=" + seed);
        try (NodeSession session = giver.openSession()) {
            for (int i = 0; i < VALUES; i++) {
                write(session, i);
            }
        }
        asking.hook(this::asked);
        assertTrue(taker.takeOver(MOVED, PATIENCE_NANOS));
        String seen = "seed=" + seed + " looks=" + looks + " ahead=" + ahead + " late=" + late;
        assertTrue(looks > 1, "what changes while much is copied is copied before the end, " + seen);
        assertTrue(ahead >= (long) VALUES * VALUE_BYTES, seen);
        // the latest changes, and pages of the table and the header, but no page that was copied and has not changed
        assertTrue(late > 0 && late < ahead / 4, seen);
        assertContents();
    }

    private void assertContents() {
        long[] keys = LongStream.range(0, VALUES).map(i -> key((int) i)).toArray();
        for (PraghNode node : List.of(giver, taker)) {
            try (NodeSession session = node.openSession()) {
                BitSet seen = new BitSet();
                session.read(keys, 0, VALUES, VALUE_BYTES, (i, region, body, bytes) -> {
                    byte[] found = new byte[bytes];
                    region.get(body, found, 0, bytes);
                    assertArrayEquals(body(contents[i]), found, "value " + i + " seed=" + seed);
                    seen.set(i);
                });
                assertEquals(VALUES, seen.cardinality());
            }
        }
    }
}
