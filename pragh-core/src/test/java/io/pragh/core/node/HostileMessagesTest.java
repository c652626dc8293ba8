package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.Transaction;
import io.pragh.core.base.Safeguards;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.testkit.Workers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node hears what its peer has really said, changed here and there: whatever that does, it looks after itself and serves. */
class HostileMessagesTest {
    private static final int MESSAGES = 30_000;
    private static final int KEPT_OF_A_TYPE = 50;

    private final TransactionFixture world = new TransactionFixture(2, TransactionFixture.CONFIG, Safeguards.ALL);
    private final Workers workers = new Workers();
    /** Real messages by type. Locked by itself. */
    private final Map<Integer, List<Message>> said = new TreeMap<>();

    @AfterEach
    void end() {
        workers.close();
        world.sessions.forEach(NodeSession::close);
        world.nodes.forEach(PraghNode::close); // throws what has ended a node's threads
    }

    private boolean remember(Message message) {
        synchronized (said) {
            List<Message> same = said.computeIfAbsent(message.type(), type -> new ArrayList<>());
            if (same.size() < KEPT_OF_A_TYPE) {
                ByteBuffer bytes = message.payload().duplicate().order(ByteOrder.LITTLE_ENDIAN);
                ByteBuffer copy =
                        ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
                same.add(new Message(1, 0, message.type(), message.client(), message.sequence(), 0, copy));
            }
        }
        return true;
    }

    /** Commits over both homes, of values that lie at the other node too; scans. */
    private void converse() {
        world.fabrics.forEach(fabric -> fabric.hook(this::remember));
        for (int round = 0; round < 40; round++) {
            int node = round % 2;
            try (Transaction transaction = world.sessions.get(node).begin()) {
                transaction.write(world.key(0, round % 10), TransactionFixture.bytes(round));
                transaction.write(world.key(1, round % 10), TransactionFixture.bytes(round));
                transaction.commit();
            }
            if (round == 19) {
                for (int i = 0; i < 10; i++) {
                    long key = world.key(i % 2, i);
                    PraghNode other = world.nodes.get(1 - i % 2);
                    other.pull(key);
                }
                workers.await(
                        "values move",
                        () -> world.nodes.stream().allMatch(n -> n.placement().idle()));
            }
            for (int partition = 0; partition < TransactionFixture.PARTITIONS; partition++) {
                world.sessions.get(node).scan(partition, GraphKey.KIND_PLAIN, 0, 4, key -> {});
            }
        }
        world.fabrics.forEach(fabric -> fabric.hook(message -> true));
    }

    private static Message changed(Message real, SplittableRandom random) {
        byte[] bytes = new byte[real.payload().remaining()];
        real.payload().duplicate().get(bytes);
        int length = random.nextInt(8) == 0 ? random.nextInt(bytes.length + 9) : bytes.length;
        byte[] other = java.util.Arrays.copyOf(bytes, length);
        for (int changes = random.nextInt(4); changes > 0 && length > 0; changes--) {
            int at = random.nextInt(length);
            other[at] = (byte) (random.nextBoolean() ? random.nextInt() : other[at] ^ 1 << random.nextInt(8));
        }
        int type = random.nextInt(20) == 0 ? random.nextInt(40) : real.type();
        long client = random.nextInt(4) == 0 ? random.nextLong() : real.client();
        long sequence = random.nextInt(4) == 0 ? random.nextInt(1000) : real.sequence();
        return new Message(1, 0, type, client, sequence, random.nextInt(4), ByteBuffer.wrap(other));
    }

    @Test
    void nothingThatIsSaidEndsTheUpkeep() {
        converse();
        List<Message> corpus = said.values().stream().flatMap(List::stream).collect(Collectors.toList());
        assertTrue(
                said.keySet()
                        .containsAll(Set.of(
                                MessageType.PREPARE,
                                MessageType.DECIDE,
                                MessageType.PUBLISH,
                                MessageType.VOTE,
                                MessageType.HOLD,
                                MessageType.APPLY_REPLY,
                                MessageType.SETTLE,
                                MessageType.SCAN,
                                MessageType.SCAN_REPLY)),
                () -> "types=" + said.keySet());
        for (int seed = 1; seed <= MESSAGES; seed++) {
            Message sent = changed(corpus.get(seed % corpus.size()), new SplittableRandom(seed));
            try {
                world.fabrics.get(1).send(sent);
                world.nodes.get(0).poll();
            } catch (RuntimeException | AssertionError thrown) {
                throw new AssertionError("seed=" + seed + " message=" + sent, thrown);
            }
            assertEquals("", world.nodes.get(0).failure(), "seed=" + seed + " message=" + sent);
            if (seed % 1000 == 0) {
                serves(seed);
            }
        }
        assertTrue(world.nodes.get(0).messagesRefused() > MESSAGES / 100);
    }

    /** The node takes a commit of its own, and shows it: in a session whose name nobody has used, as those of the corpus were. */
    private void serves(int seed) {
        long key = world.key(0, 1000 + seed);
        try (NodeSession session = world.nodes.get(0).openSession()) {
            try (Transaction write = session.begin()) {
                write.write(key, TransactionFixture.bytes(seed));
                write.commit();
            }
            try (Transaction read = session.begin()) {
                assertEquals(seed, TransactionFixture.number(read, key));
            }
            List<Long> found = new ArrayList<>();
            session.scan(world.nodes.get(0).homes().home(key), GraphKey.KIND_PLAIN, 0, KeyScan.KEYS_MAX, found::add);
            assertTrue(found.size() > 0);
        }
    }
}
