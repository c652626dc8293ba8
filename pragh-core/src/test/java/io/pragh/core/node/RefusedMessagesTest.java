package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.HoldRequest;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.ScanRequest;
import io.pragh.core.protocol.SettleRequest;
import io.pragh.core.protocol.WordReply;
import io.pragh.core.store.MemoryLimits;
import io.pragh.testkit.ManualClock;
import io.pragh.testkit.Workers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a node goes on delivering messages after it has refused invalid ones; node 1, a stranger, sends what no
 * node sends.
 */
class RefusedMessagesTest {
    private static final long KEY = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, 5);
    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 16L << 20, 64))
            .withCacheBytes(1 << 20);

    private final LocalNetwork network = new LocalNetwork();
    private final StaticMembership membership = new StaticMembership(new ClusterView(
            1, List.of(new ClusterView.Member(0, "a", ""), new ClusterView.Member(1, "b", "")), new int[] {0, 0}));
    private final PraghNode node =
            new PraghNode(network.join(0), membership, null, CONFIG, ListOperations.ALL, Clock.SYSTEM);
    private final NodeSession session = node.openSession();
    private final LocalFabric stranger = network.join(1);
    private final ConcurrentLinkedQueue<Message> answers = new ConcurrentLinkedQueue<>();

    RefusedMessagesTest() {
        stranger.receiveWith(answers::add);
    }

    /** Closes the node; throws when its upkeep has failed. */
    @AfterEach
    void close() {
        session.close();
        node.close();
    }

    private void send(int type, ByteBuffer payload) {
        stranger.send(new Message(1, 0, type, 77, 9, payload));
    }

    private void sendAndDeliver(int type, ByteBuffer payload) {
        send(type, payload);
        node.poll();
        stranger.deliver(64);
    }

    private void serves() {
        assertEquals(UpdateResult.APPLIED, session.update(ListOperations.append(KEY, 1, 0)));
    }

    @Test
    void anUnknownMessageIsCountedAndRefused() {
        for (int type : new int[] {99, -1, 0, Integer.MAX_VALUE}) {
            long before = node.messagesRefused();
            send(type, ByteBuffer.allocate(0));
            while (node.messagesRefused() == before) {
                node.poll(); // or the upkeep has delivered it
            }
            while (stranger.deliver(1) == 0) {
                Thread.onSpinWait();
            }
            Message refusal = answers.remove();
            assertEquals(MessageType.REFUSAL, refusal.type());
            assertEquals(77, refusal.client());
            assertEquals(9, refusal.sequence());
            assertEquals(WordReply.FAILED, WordReply.decode(refusal.payload()));
            assertTrue(WordReply.reason(refusal.payload()).contains("type=" + type));
        }
        serves();
    }

    @Test
    void aMalformedRequestIsAnsweredInItsOwnType() {
        List<Message> sent = new ArrayList<>();
        long here = ValueAddress.of(0, 3, 1, 1 << 12);
        Claim claim = new Claim(KEY, 0, Claim.ANY, List.of(ListOperations.append(KEY, 1, 0)));
        Claim noKey = new Claim(3, 0, Claim.ANY, List.of(ListOperations.append(3, 1, 0)));
        malformed(sent, MessageType.HOLD, ByteBuffer.allocate(20));
        malformed(sent, MessageType.HOLD, HoldRequest.encode(0, 1, claim));
        malformed(sent, MessageType.HOLD, HoldRequest.encode(ValueAddress.of(2, 3, 1, 1 << 12), 1, claim));
        malformed(sent, MessageType.HOLD, HoldRequest.encode(ValueAddress.of(0, 255, 1, 1 << 12), 1, claim));
        malformed(sent, MessageType.HOLD, HoldRequest.encode(here | ValueAddress.BUSY, 1, claim));
        malformed(sent, MessageType.HOLD, HoldRequest.encode(here, 1, noKey));
        malformed(sent, MessageType.SETTLE, ByteBuffer.allocate(23));
        malformed(sent, MessageType.SETTLE, SettleRequest.encode(KEY, ValueAddress.LOST, here));
        malformed(sent, MessageType.SETTLE, SettleRequest.encode(KEY, ValueAddress.of(1, 3, 1, 1 << 12), here));
        ByteBuffer scan = new ScanRequest(0, GraphKey.KIND_PLAIN, 0, 1).encode();
        malformed(sent, MessageType.SCAN, scan.duplicate().limit(scan.limit() - 1));
        malformed(sent, MessageType.SCAN, ByteBuffer.allocate(scan.limit()));
        malformed(sent, MessageType.SCAN, new ScanRequest(2, GraphKey.KIND_PLAIN, 0, 1).encode());
        long before = node.messagesRefused();
        for (Message message : sent) {
            stranger.send(message);
        }
        while (node.messagesRefused() < before + sent.size()) {
            node.poll();
        }
        while (answers.size() < sent.size()) {
            stranger.deliver(1);
        }
        for (Message request : sent) {
            Message answer = answers.stream()
                    .filter(a -> a.sequence() == request.sequence())
                    .findFirst()
                    .orElseThrow();
            assertEquals(MessageType.replyTo(request.type()), answer.type());
            assertEquals(WordReply.FAILED, WordReply.decode(answer.payload()));
        }
        serves();
    }

    private static void malformed(List<Message> sent, int type, ByteBuffer payload) {
        sent.add(new Message(1, 0, type, 77, sent.size(), payload));
    }

    @Test
    void repliesAndRefusalsAreNeverAnswered() {
        int[] types = {MessageType.HOLD_REPLY, MessageType.SETTLE_REPLY, MessageType.SCAN_REPLY, MessageType.REFUSAL};
        for (int type : types) {
            sendAndDeliver(type, ByteBuffer.allocate(1));
        }
        serves();
        stranger.deliver(64);
        assertEquals(List.of(), List.copyOf(answers));
    }

    @Test
    void nothingThatIsSentEndsTheDelivery() {
        for (long seed = 1; seed <= 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int type = random.nextInt(0, 40);
            ByteBuffer payload = ByteBuffer.allocate(random.nextInt(0, 160)).order(ByteOrder.LITTLE_ENDIAN);
            while (payload.remaining() >= Long.BYTES) {
                payload.putLong(word(random));
            }
            try {
                stranger.send(new Message(1, 0, type, random.nextInt(0, 4), random.nextInt(), payload.flip()));
                node.poll();
            } catch (RuntimeException | AssertionError thrown) {
                throw new AssertionError("seed=" + seed + " type=" + type, thrown);
            }
            stranger.deliver(64);
            answers.clear();
        }
        assertTrue(node.messagesRefused() > 1000, "refused=" + node.messagesRefused());
        session.update(ListOperations.replace(KEY, new byte[8]));
        serves();
    }

    private static long word(SplittableRandom random) {
        return switch (random.nextInt(0, 5)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(-20, 20);
            case 2 -> KEY;
            case 3 ->
                ValueAddress.of(random.nextInt(0, 3), random.nextInt(0, 200), 1, (long) random.nextInt(1 << 20) << 4);
            default -> random.nextInt(0, 8) | 16L << 32;
        };
    }

    @Test
    void whoIsInNoViewIsNotHeard() {
        ConcurrentLinkedQueue<Message> heard = new ConcurrentLinkedQueue<>();
        LocalFabric nobody = network.join(7);
        nobody.receiveWith(heard::add);
        long before = node.messagesRefused();
        for (int type = 0; type < 40; type++) {
            nobody.send(new Message(7, 0, type, 77, type, ByteBuffer.allocate(64)));
        }
        try (Workers workers = new Workers()) {
            workers.await("all are dropped", () -> {
                node.poll();
                return node.messagesRefused() == before + 40;
            });
        }
        nobody.deliver(64);
        assertEquals(List.of(), List.copyOf(heard));
        serves();
    }

    @Test
    void whatMakesAReceiverFailIsRefused() {
        RefusedMessages refused = new RefusedMessages(node.fabric(), Clock.SYSTEM);
        NodeMessages messages = new NodeMessages(
                List.of(message -> {
                    throw new ArrayIndexOutOfBoundsException("nobody has looked");
                }),
                refused,
                sender -> true);
        messages.handle(new Message(1, 0, MessageType.SCAN, 77, 5, ByteBuffer.allocate(0)));
        assertEquals(1, refused.count());
        while (stranger.deliver(1) == 0) {
            Thread.onSpinWait();
        }
        assertTrue(WordReply.reason(answers.remove().payload()).contains("nobody has looked"));
    }

    @Test
    void theLogNamesTheSenderOnceASecond() {
        List<String> lines = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(@Nullable LogRecord record) {
                if (record != null) {
                    lines.add(java.text.MessageFormat.format(record.getMessage(), record.getParameters()));
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(RefusedMessages.class.getName());
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        try {
            ManualClock clock = new ManualClock();
            RefusedMessages refused = new RefusedMessages(stranger, clock);
            Message message = new Message(42, 1, 99, 1, 1, ByteBuffer.allocate(0));
            for (int i = 0; i < 100; i++) {
                refused.unknown(message);
            }
            clock.advance(RefusedMessages.LOG_INTERVAL_NANOS - 1);
            refused.unknown(message);
            assertEquals(1, lines.size(), lines.toString());
            assertTrue(lines.get(0).contains("from=42 type=99"), lines.get(0));
            clock.advance(1);
            refused.unknown(message);
            assertEquals(2, lines.size(), lines.toString());
            assertTrue(lines.get(1).contains("refused=102"), lines.get(1));
            assertEquals(102, refused.count());
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
    }
}
