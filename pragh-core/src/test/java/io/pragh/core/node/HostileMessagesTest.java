package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Message;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a node that receives real messages with random changes stays sound and serves: it refuses or ignores
 * what is wrong.
 */
class HostileMessagesTest {
    private static final int MESSAGES = 30_000;

    private final TransactionFixture world = new TransactionFixture(2, TransactionFixture.CONFIG);

    @AfterEach
    void end() {
        world.sessions.forEach(NodeSession::close);
        world.nodes.forEach(PraghNode::close); // throws the failure that has ended a node's threads
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
        return new Message(1, 0, type, client, sequence, ByteBuffer.wrap(other));
    }

    @Test
    void nothingThatIsSaidEndsTheUpkeep() {
        List<Message> corpus = Conversation.of(world);
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
                Conversation.serves(world, 1000 + seed);
            }
        }
        assertTrue(world.nodes.get(0).messagesRefused() > MESSAGES / 100);
    }
}
