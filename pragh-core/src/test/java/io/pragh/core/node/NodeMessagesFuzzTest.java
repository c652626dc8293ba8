package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that a node stays sound and serves, whatever a member sends. The normal build tries real messages, messages
 * of all types with payloads that once ended a node's upkeep, and all inputs that a search has found. A search is
 * guided by the code that messages reach:
 * <pre>
 *   JAZZER_FUZZ=1 ./mvnw -pl pragh-core test -Dtest=NodeMessagesFuzzTest
 * </pre>
 * One node receives all inputs, so a failure may depend on earlier ones; {@link HostileMessagesTest} can be repeated
 * by its seeds.
 */
class NodeMessagesFuzzTest {
    private static final int HEAD_BYTES = 1 + Long.BYTES + Long.BYTES + Short.BYTES;
    private static final int TYPES = 40;
    private static final int SAID_EVERY = 7;
    private static final int SERVES_EVERY = 128;

    private static TransactionFixture world;
    private static int heard;

    @BeforeAll
    static void open() {
        world = new TransactionFixture(2, TransactionFixture.CONFIG);
        heard = 0;
    }

    @AfterAll
    static void close() {
        Conversation.serves(world, 500_000);
        world.sessions.forEach(NodeSession::close);
        world.nodes.forEach(PraghNode::close); // throws the failure that has ended a node's threads
    }

    /** A sequence of messages: {@code | type 1 | client 8 | sequence 8 | bytes 2 | payload |}. */
    private static byte[] input(Message... messages) {
        int length = Stream.of(messages)
                .mapToInt(message -> HEAD_BYTES + message.payload().remaining())
                .sum();
        ByteBuffer input = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        for (Message message : messages) {
            ByteBuffer payload = message.payload().duplicate();
            input.put((byte) message.type());
            input.putLong(message.client()).putLong(message.sequence()).putShort((short) payload.remaining());
            input.put(payload);
        }
        return input.array();
    }

    private static ByteBuffer words(int count, long word) {
        ByteBuffer words = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        while (words.hasRemaining()) {
            words.putLong(word);
        }
        return words.flip();
    }

    static Stream<Arguments> inputs() {
        List<byte[]> inputs = new ArrayList<>();
        try (TransactionFixture talks = new TransactionFixture(2)) {
            List<Message> said = Conversation.of(talks);
            for (int at = 0; at < said.size(); at += SAID_EVERY) {
                inputs.add(input(said.get(at)));
            }
            inputs.add(input(said.stream().limit(100).toArray(Message[]::new)));
        }
        for (int type = 0; type < TYPES; type++) {
            for (long word : new long[] {0, -1, Long.MAX_VALUE, 0x7777_7777_7777_7777L}) {
                inputs.add(input(new Message(1, 0, type, 77, 9, words(8, word)))); // failed once: no such partition
            }
            inputs.add(input(new Message(1, 0, type, 77, 9, words(0, 0))));
        }
        inputs.add(input(new Message(1, 0, MessageType.REFUSAL, 77, 9, words(1, -1))));
        return inputs.stream().map(bytes -> Arguments.of((Object) bytes));
    }

    @MethodSource("inputs")
    @FuzzTest(maxDuration = "2m")
    void messagesOfAnything(byte[] input) {
        ByteBuffer bytes = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.remaining() >= HEAD_BYTES) {
            int type = bytes.get();
            long client = bytes.getLong();
            long sequence = bytes.getLong();
            int length = Math.min(bytes.getShort() & 0xFFFF, bytes.remaining());
            ByteBuffer payload = ByteBuffer.allocate(length)
                    .put(bytes.slice(bytes.position(), length))
                    .flip();
            bytes.position(bytes.position() + length);
            world.fabrics.get(1).send(new Message(1, 0, type, client, sequence, payload));
            world.nodes.get(0).poll();
            assertEquals("", world.nodes.get(0).failure());
        }
        if (++heard % SERVES_EVERY == 0) {
            Conversation.serves(world, 500_000 + heard);
        }
    }
}
