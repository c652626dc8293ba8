package io.pragh.rdma.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.Handshake;
import io.pragh.rdma.wire.Part;
import io.pragh.rdma.wire.RequestFrame;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks what an attacker can do that relays the handshake of two nodes faithfully, and so has a connection that both
 * trust, without knowing the secret. Any change that a {@link Relay} makes to a later frame must end the connection
 * with one line in the log and have no effect. The attacker must not learn any stored bytes. The tests change,
 * repeat, reorder, drop, reflect and forge frames.
 */
class RelayTest {
    private static final int PARTITION = 5;
    private static final String TEXT = "a text that is stored";

    private final TcpFabric listener = TcpNodes.open(1, 1, TcpNodes.withSecret());
    private final TcpFabric caller = TcpNodes.open(0, 1, TcpNodes.withSecret());
    private final Asker asker = new Asker(caller);
    private final Workers nobody = new Workers();
    private final Relay relay = new Relay(listener);
    private final Region memory = listener.region(1 << 16, 1);

    RelayTest() throws IOException {}

    @BeforeEach
    void reachEachOther() {
        memory.grow();
        memory.setLong(8, 42);
        listener.expose(PARTITION, memory);
        caller.meet(1, relay.address());
        nobody.await("the handshake is relayed", () -> asker.tryRead(PARTITION, 8) == OpStatus.OK);
    }

    @AfterEach
    void part() throws IOException {
        relay.towardsListener(List::of);
        relay.towardsCaller(List::of);
        nobody.await("they reach each other again", () -> asker.tryRead(PARTITION, 8) == OpStatus.OK);
        asker.close();
        caller.close();
        relay.close();
        listener.close();
        nobody.close();
    }

    private static Function<byte[], List<byte[]>> once(Function<byte[], List<byte[]>> change) {
        AtomicBoolean done = new AtomicBoolean();
        return frame -> done.compareAndSet(false, true) ? change.apply(frame) : List.of(frame);
    }

    /** Holds back the next two frames; sends in their place what {@code change} makes of them. */
    private static Function<byte[], List<byte[]>> both(UnaryOperator<List<byte[]>> change) {
        List<byte[]> held = new ArrayList<>();
        return frame -> {
            if (held.size() == 2) {
                return List.of(frame);
            }
            held.add(frame);
            return held.size() == 2 ? change.apply(List.copyOf(held)) : List.of();
        };
    }

    private static byte[] flipped(byte[] frame, int at) {
        byte[] other = frame.clone();
        other[at] ^= 4;
        return other;
    }

    /** Runs an attack; the node must count one refusal and log one line. */
    private void refusedBy(TcpFabric node, Runnable attack) {
        long refused = node.refusals().count();
        long lines = node.refusals().lines();
        attack.run();
        nobody.await("a refusal", () -> node.refusals().count() > refused);
        nobody.await("they reach each other again", () -> asker.tryRead(PARTITION, 8) == OpStatus.OK);
        assertEquals(refused + 1, node.refusals().count());
        assertEquals(lines + 1, node.refusals().lines());
    }

    /** The frame of a READ that no node has asked for, with the key that opens the memory. */
    private byte[] read() {
        Batch batch = new Batch(1);
        Part part = new Part(batch);
        part.add(
                batch.readWord(PARTITION, 8),
                0,
                Long.BYTES,
                listener.exposures().notices().get(0).key());
        ByteBuffer request = Frame.allocate(part.frameBytes());
        RequestFrame.write(request, part, 77, 1);
        byte[] bytes = new byte[part.frameBytes()];
        request.flip().get(bytes);
        return bytes;
    }

    @Test
    void aReadOfItsOwnIsNotAnswered() {
        AtomicInteger answers = new AtomicInteger();
        byte[] wish = read();
        relay.towardsCaller(frame -> {
            answers.incrementAndGet();
            return List.of(frame);
        });
        refusedBy(listener, () -> {
            relay.towardsListener(once(frame -> List.of(wish, frame)));
            assertNotEquals(OpStatus.OK, asker.tryRead(PARTITION, 8));
            assertEquals(0, answers.get(), "frames that the listener has sent");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {Frame.TYPE_OFFSET, Frame.WORD_OFFSET, Frame.HEAD_BYTES + 32, -1})
    void aRequestWithAnotherBitIsNotExecuted(int at) {
        refusedBy(listener, () -> {
            relay.towardsListener(once(frame -> List.of(flipped(frame, at < 0 ? frame.length + at : at))));
            assertNotEquals(OpStatus.OK, asker.tryWrite(PARTITION, 16, 1));
        });
        assertEquals(42, memory.getLong(8));
        assertEquals(0, memory.getLong(16));
    }

    @ParameterizedTest
    @ValueSource(ints = {Frame.TYPE_OFFSET, Frame.WORD_OFFSET, Frame.HEAD_BYTES + 16, -1})
    void aReplyWithAnotherBitIsNotBelieved(int at) {
        refusedBy(caller, () -> {
            relay.towardsCaller(once(frame -> List.of(flipped(frame, at < 0 ? frame.length + at : at))));
            assertNotEquals(OpStatus.OK, asker.tryRead(PARTITION, 8));
        });
    }

    @Test
    void aRequestThatComesTwiceIsExecutedOnce() {
        try (Endpoint endpoint = caller.open()) {
            Batch batch = new Batch(1);
            batch.fetchAdd(PARTITION, 16, 1);
            refusedBy(listener, () -> {
                relay.towardsListener(once(frame -> List.of(frame, frame)));
                endpoint.execute(batch);
            });
        }
        assertEquals(1, memory.getLongAcquire(16), "it was added once");
    }

    /** Posts two requests, each in a frame of its own. */
    private void askTwice() {
        try (Endpoint endpoint = caller.open()) {
            Batch first = new Batch(1);
            first.fetchAdd(PARTITION, 16, 1);
            Batch second = new Batch(1);
            second.fetchAdd(PARTITION, 24, 1);
            endpoint.post(first);
            endpoint.post(second);
            nobody.await("the first ends", () -> endpoint.poll(first));
            nobody.await("the second ends", () -> endpoint.poll(second));
            assertNotEquals(OpStatus.OK, second.status(0));
        }
    }

    @Test
    void requestsInAnotherOrderAreNotExecuted() {
        refusedBy(listener, () -> {
            relay.towardsListener(both(two -> List.of(two.get(1), two.get(0))));
            askTwice();
        });
        assertEquals(0, memory.getLongAcquire(16));
        assertEquals(0, memory.getLongAcquire(24));
    }

    @Test
    void aRequestThatFollowsOneThatIsLeftOutIsNotExecuted() {
        refusedBy(listener, () -> {
            relay.towardsListener(both(two -> List.of(two.get(1))));
            askTwice();
        });
        assertEquals(0, memory.getLongAcquire(24));
    }

    @Test
    void aFrameOfTheOtherDirectionIsNotTaken() {
        List<byte[]> replies = new ArrayList<>();
        relay.towardsCaller(frame -> {
            replies.add(frame);
            return List.of(frame);
        });
        asker.read(PARTITION, 8);
        refusedBy(listener, () -> {
            relay.towardsListener(once(frame -> List.of(replies.get(0))));
            assertNotEquals(OpStatus.OK, asker.tryRead(PARTITION, 8));
        });
    }

    /** The forgery matters because a node that believes it is expelled stops serving. */
    @ParameterizedTest
    @ValueSource(ints = {Frame.REFUSED, Frame.EXPELLED})
    void whoIsOnTheWayCannotSayThatANodeIsExpelled(int type) {
        ByteBuffer said = Handshake.expelled("says who?");
        said.putInt(Frame.TYPE_OFFSET, type).putLong(Frame.WORD_OFFSET, 1);
        byte[] forged = new byte[said.remaining()];
        said.get(forged);
        long refused = caller.refusals().count();
        relay.towardsCaller(frame -> type(frame) == Frame.WELCOME ? List.of(forged) : List.of(frame));
        relay.towardsListener(once(frame -> List.of(forged)));
        assertEquals(OpStatus.UNREACHABLE, asker.tryRead(PARTITION, 8));
        nobody.await(
                "it is told so when it calls again", () -> caller.refusals().count() > refused);
        assertEquals(OpStatus.UNREACHABLE, asker.tryRead(PARTITION, 8), "it calls again");
    }

    private static int type(byte[] frame) {
        return ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getInt(Frame.TYPE_OFFSET);
    }

    @Test
    void nothingThatIsStoredIsSeenOnTheWay() {
        byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
        long key = listener.exposures().notices().get(0).key();
        for (int at = 0; at + Long.BYTES <= text.length; at += Long.BYTES) {
            long word = ByteBuffer.wrap(text, at, Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getLong();
            asker.write(PARTITION, 1024 + at, word);
            assertEquals(word, asker.read(PARTITION, 1024 + at));
        }
        String seen = new String(relay.overheard(), StandardCharsets.ISO_8859_1);
        assertTrue(seen.contains("test"), "the cluster's name in a HELLO");
        assertFalse(seen.contains(TEXT.substring(0, Long.BYTES)), "a stored word");
        ByteBuffer word =
                ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(key);
        assertFalse(
                seen.contains(new String(word.array(), StandardCharsets.ISO_8859_1)), "the key that opens the memory");
    }
}
