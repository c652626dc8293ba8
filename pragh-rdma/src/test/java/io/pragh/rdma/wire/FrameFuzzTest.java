package io.pragh.rdma.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that decoders take any bytes: they end with a frame or a {@link MalformedFrameException}, hold a bounded
 * number of bytes, and touch no memory that a request does not name. The normal build tries the seeds below and all
 * earlier findings. To search for more:
 * <pre>
 *   JAZZER_FUZZ=1 ./mvnw -pl pragh-rdma -am test -Dtest=FrameFuzzTest#METHOD -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
class FrameFuzzTest {
    private static final int SEGMENT = 4_096;
    private static final int PARTITION = 5;
    private static final long KEY = 77;
    private static final long CANARY = 0x5A5A_5A5A_5A5A_5A5AL;

    private static Region canaries() {
        Region region = Region.direct(SEGMENT, 1);
        region.grow();
        for (int at = 0; at < SEGMENT; at += Long.BYTES) {
            region.setLong(at, CANARY);
        }
        return region;
    }

    private static void assertUntouched(Region region) {
        for (int at = 0; at < SEGMENT; at += Long.BYTES) {
            assertEquals(CANARY, region.getLong(at));
        }
    }

    private static byte[] bytes(ByteBuffer frame) {
        byte[] bytes = new byte[frame.remaining()];
        frame.get(frame.position(), bytes);
        return bytes;
    }

    private static Part part(Batch batch, Region local) {
        Part part = new Part(batch);
        part.add(batch.read(PARTITION, 64, 256, local, 1024), 0, 256, KEY);
        part.add(batch.readWord(PARTITION, 8), 0, 8, KEY);
        part.add(batch.write(PARTITION, 512, 64, local, 0), 16, 32, KEY);
        part.add(batch.writeWord(PARTITION, 16, 9), 0, 8, KEY);
        part.add(batch.cas(PARTITION, 24, CANARY, 1), 0, 8, KEY);
        part.add(batch.fetchAdd(PARTITION, 32, 1), 0, 8, KEY);
        return part;
    }

    private static byte[] request() {
        Part part = part(new Batch(8), canaries());
        ByteBuffer frame = Frame.allocate(part.frameBytes());
        RequestFrame.write(frame, part, 3, 1);
        return bytes(frame.flip());
    }

    private static byte[] message(int start, int count, int whole) {
        ByteBuffer frame = Frame.allocate(MessageFrame.HEAD_BYTES + Frame.words(count));
        Message message = new Message(1, 2, 3, 4, 5, ByteBuffer.allocate(whole));
        MessageFrame.writeHead(frame, message, start, count);
        return bytes(frame.clear());
    }

    private static byte[] join(byte[]... parts) {
        int length = Stream.of(parts).mapToInt(part -> part.length).sum();
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    static Stream<Arguments> streams() {
        byte[] nonce = new byte[Handshake.NONCE_BYTES];
        byte[] hello = bytes(new Handshake.Hello("test", 1, 2, 3, nonce).frame());
        byte[] challenge = bytes(new Handshake.Challenge(1, 2, nonce).frame());
        byte[] welcome = bytes(new Handshake.Welcome(nonce, List.of(new ExposureNotice(1, 2, 3))).frame());
        byte[] refused = bytes(Handshake.refused("why"));
        byte[] notice = bytes(new ExposureNotice(3, 4, 5).frame(6));
        return Stream.of(
                        join(hello, bytes(Handshake.proof(nonce)), request(), message(0, 24, 24)),
                        join(challenge, welcome, refused, notice),
                        join(message(0, 8, 20), message(8, 8, 20), message(16, 4, 20)),
                        new byte[] {0, 0, 0, 127, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
                .map(Arguments::of);
    }

    /** The bytes of a connection, in pieces of any size. */
    @MethodSource("streams")
    @FuzzTest(maxDuration = "3m")
    void aStreamOfAnything(byte[] stream) {
        int bytesMax = 1 << 14;
        FrameAssembler frames = new FrameAssembler(bytesMax);
        MessageAssembler messages = new MessageAssembler(1, 2);
        Region open = canaries();
        Region closed = canaries();
        ByteBuffer input = ByteBuffer.wrap(stream);
        int chunk = 1;
        int taken = 0;
        try {
            while (input.hasRemaining()) {
                chunk = chunk * 7 % 1_021 + 1;
                int end = input.limit();
                input.limit(Math.min(end, input.position() + chunk));
                frames.take(input);
                input.limit(end);
                for (ByteBuffer frame = frames.next(); frame != null; frame = frames.next()) {
                    taken += frame.limit();
                    decode(frame, messages, open);
                    assertTrue(messages.capacity() <= 2 * taken, "held " + messages.capacity());
                }
                assertTrue(frames.capacity() <= bytesMax, "held " + frames.capacity());
            }
        } catch (MalformedFrameException refused) {
            assertTrue(refused.getMessage() != null);
        }
        assertUntouched(closed);
    }

    private static void decode(ByteBuffer frame, MessageAssembler messages, Region open) {
        switch (Frame.type(frame)) {
            case Frame.HELLO -> Handshake.Hello.of(frame);
            case Frame.CHALLENGE -> Handshake.Challenge.of(frame);
            case Frame.PROOF -> Handshake.proofOf(frame);
            case Frame.WELCOME -> Handshake.Welcome.of(frame);
            case Frame.REFUSED, Frame.EXPELLED -> Handshake.reasonOf(frame);
            case Frame.NOTICE -> ExposureNotice.of(frame);
            case Frame.MESSAGE -> messages.take(frame);
            case Frame.REQUEST -> execute(frame, open);
            default -> {
                // frames of other types have no decoder
            }
        }
    }

    private static void execute(ByteBuffer frame, Region open) {
        int replyBytes = RequestFrame.checked(frame);
        assertTrue(replyBytes <= Frame.BYTES_MAX);
        ByteBuffer reply = Frame.allocate(replyBytes);
        RequestFrame.execute(frame, (partition, key) -> partition == PARTITION && key == KEY ? open : null, reply);
        assertTrue(reply.limit() <= replyBytes);
        RequestFrame.refuse(frame, reply);
    }

    @ParameterizedTest
    @ValueSource(ints = {Piece.OFFSET_OFFSET, Piece.LENGTH_OFFSET, Piece.PIECE_OFFSET, Piece.PIECE_LENGTH_OFFSET})
    void aPieceThatIsNotOfWordsIsMalformed(int field) {
        ByteBuffer request = ByteBuffer.wrap(request()).order(ByteOrder.LITTLE_ENDIAN);
        int reply = RequestFrame.checked(request);
        assertTrue(reply > 0);
        int at = RequestFrame.HEAD_BYTES + field;
        request.putInt(at, request.getInt(at) + 4);
        MalformedFrameException refused =
                assertThrows(MalformedFrameException.class, () -> RequestFrame.checked(request));
        assertTrue(refused.getMessage().startsWith("a piece cannot be meant: kind="), refused.getMessage());
    }

    /** A request whose fields have likely and unlikely values. */
    @FuzzTest(maxDuration = "3m")
    void aRequestThatIsNearlyRight(FuzzedDataProvider data) {
        ByteBuffer frame = Frame.allocate(Frame.HANDSHAKE_BYTES_MAX);
        frame.position(RequestFrame.HEAD_BYTES);
        int count = 0;
        while (data.remainingBytes() > 0 && frame.remaining() > 128) {
            int length = data.consumeInt(-1, 10) * 8 + (data.consumeByte() == 1 ? 1 : 0);
            int body = Math.max(0, Math.min(data.consumeInt(0, 10) * 8, frame.remaining() - Piece.HEAD_BYTES));
            frame.putInt(data.consumeInt(0, 5)).putInt(data.consumeInt(4, 6)).putLong(data.consumeBoolean() ? KEY : 1);
            frame.putLong(data.consumeBoolean() ? data.consumeLong() : data.consumeInt(-1, 513) * 8L);
            frame.putInt(length)
                    .putInt(data.consumeBoolean() ? 0 : data.consumeInt())
                    .putInt(body)
                    .putInt(0);
            frame.put(new byte[Math.min(body, frame.remaining())]);
            count++;
        }
        int bytes = frame.position();
        Frame.begin(frame, bytes, Frame.REQUEST, 1);
        frame.putLong(1).putInt(data.consumeBoolean() ? count : data.consumeInt());
        Region open = canaries();
        try {
            execute(frame.position(0).slice().order(frame.order()), open);
        } catch (MalformedFrameException refused) {
            assertUntouched(open);
        }
    }

    static Stream<Arguments> replies() {
        Batch batch = new Batch(8);
        Region local = canaries();
        Part part = part(batch, local);
        ByteBuffer request = Frame.allocate(part.frameBytes());
        RequestFrame.write(request, part, 3, 1);
        request.flip();
        ByteBuffer well = Frame.allocate(RequestFrame.checked(request));
        RequestFrame.execute(request, (partition, key) -> local, well);
        ByteBuffer refused = Frame.allocate(RequestFrame.checked(request));
        RequestFrame.refuse(request, refused);
        List<Arguments> replies = new ArrayList<>();
        replies.add(Arguments.of((Object) bytes(well)));
        replies.add(Arguments.of((Object) bytes(refused)));
        return replies.stream();
    }

    /** A reply may write into the landing place of its request, and nowhere else. */
    @MethodSource("replies")
    @FuzzTest(maxDuration = "3m")
    void aReplyOfAnything(byte[] reply) {
        FrameAssembler frames = new FrameAssembler(1 << 14);
        Region landing = canaries();
        Batch batch = new Batch(8);
        Part part = part(batch, landing);
        try {
            frames.take(ByteBuffer.wrap(reply));
            ByteBuffer frame = frames.next();
            if (frame == null) {
                return;
            }
            ReplyFrame.apply(frame, part);
            for (int op = 0; op < batch.count(); op++) {
                assertTrue(batch.status(op) != OpStatus.PENDING, "operation " + op);
            }
        } catch (MalformedFrameException refused) {
            part.endAll(OpStatus.UNREACHABLE);
        }
        for (int at = 0; at < SEGMENT; at += Long.BYTES) {
            if (at < 1024 || at >= 1024 + 256) {
                assertEquals(CANARY, landing.getLong(at), "word at " + at);
            }
        }
    }
}
