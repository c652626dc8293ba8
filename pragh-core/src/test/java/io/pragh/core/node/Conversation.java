package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.Transaction;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.testkit.Workers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Records real messages of every type that nodes send to each other, as if node 1 had sent them to node 0. One
 * thread.
 */
final class Conversation {
    private static final int KEPT_OF_A_TYPE = 50;
    private static final int ROUNDS = 40;

    private final TransactionFixture world;
    /** Real messages by type. Guarded by itself. */
    private final Map<Integer, List<Message>> said = new TreeMap<>();

    private Conversation(TransactionFixture world) {
        this.world = world;
    }

    /** Makes both nodes of a fixture exchange messages, and returns the messages. */
    static List<Message> of(TransactionFixture world) {
        Conversation conversation = new Conversation(world);
        world.fabrics.forEach(fabric -> fabric.hook(conversation::remember));
        try (Workers workers = new Workers()) {
            conversation.converse(workers);
        }
        world.fabrics.forEach(fabric -> fabric.hook(message -> true));
        synchronized (conversation.said) {
            assertTrue(
                    conversation
                            .said
                            .keySet()
                            .containsAll(Set.of(
                                    MessageType.PREPARE,
                                    MessageType.DECIDE,
                                    MessageType.PUBLISH,
                                    MessageType.VOTE,
                                    MessageType.HOLD,
                                    MessageType.HOLD_REPLY,
                                    MessageType.SETTLE,
                                    MessageType.SCAN,
                                    MessageType.SCAN_REPLY)),
                    () -> "types=" + conversation.said.keySet());
            return conversation.said.values().stream().flatMap(List::stream).toList();
        }
    }

    private boolean remember(Message message) {
        synchronized (said) {
            List<Message> same = said.computeIfAbsent(message.type(), type -> new ArrayList<>());
            if (same.size() < KEPT_OF_A_TYPE) {
                ByteBuffer bytes = message.payload().duplicate().order(ByteOrder.LITTLE_ENDIAN);
                ByteBuffer copy =
                        ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
                same.add(new Message(1, 0, message.type(), message.client(), message.sequence(), copy));
            }
        }
        return true;
    }

    /** Commits over both homes, also of values that lie at the other node; scans. */
    private void converse(Workers workers) {
        for (int round = 0; round < ROUNDS; round++) {
            int node = round % 2;
            try (Transaction transaction = world.sessions.get(node).begin()) {
                transaction.write(world.key(0, round % 10), TransactionFixture.bytes(round));
                transaction.write(world.key(1, round % 10), TransactionFixture.bytes(round));
                transaction.commit();
            }
            if (round == ROUNDS / 2 - 1) {
                for (int i = 0; i < 10; i++) {
                    long key = world.key(i % 2, i);
                    PraghNode other = world.nodes.get(1 - i % 2);
                    other.pull(key);
                }
                workers.await("values move", () -> world.nodes.stream().allMatch(n -> n.parts.placement.idle()));
            }
            for (int partition = 0; partition < TransactionFixture.PARTITIONS; partition++) {
                world.sessions.get(node).scan(partition, GraphKey.KIND_PLAIN, 0, 4, key -> {});
            }
        }
    }

    /**
     * Checks that node 0 commits a transaction of its own, in a session whose name is new, as those of the corpus
     * were.
     */
    static void serves(TransactionFixture world, int number) {
        PraghNode node = world.nodes.get(0);
        long key = world.key(0, number);
        try (NodeSession session = node.openSession()) {
            try (Transaction write = session.begin()) {
                write.write(key, TransactionFixture.bytes(number));
                write.commit();
            }
            try (Transaction read = session.begin()) {
                assertEquals(number, TransactionFixture.number(read, key));
            }
            List<Long> found = new ArrayList<>();
            session.scan(node.homes().home(key), GraphKey.KIND_PLAIN, 0, KeyScan.KEYS_MAX, found::add);
            assertTrue(found.size() > 0);
        }
    }
}
