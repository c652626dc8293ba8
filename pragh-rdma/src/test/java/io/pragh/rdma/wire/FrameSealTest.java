package io.pragh.rdma.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Pins the bytes of sealed frames, and checks that changed, repeated and reordered frames do not open. */
class FrameSealTest {
    private final byte[] secret =
            HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    private final FrameSeal sealing = FrameSeal.sealing(secret, new FrameSeal.Room());
    private final FrameSeal opening = FrameSeal.opening(secret, new FrameSeal.Room());

    private static ByteBuffer frame(int body) {
        ByteBuffer frame = Frame.allocate(Frame.HEAD_BYTES + body);
        Frame.begin(frame, Frame.HEAD_BYTES + body, Frame.NOTICE_TAKEN, 0x0102_0304_0506_0708L);
        return frame.position(0);
    }

    private byte[] sealed(ByteBuffer... pieces) {
        int bytes = Arrays.stream(pieces).mapToInt(ByteBuffer::remaining).sum();
        ByteBuffer sealed = ByteBuffer.allocate(bytes + FrameSeal.TAG_BYTES);
        sealing.seal(pieces, sealed);
        return sealed.array();
    }

    private static ByteBuffer received(byte[] sealed) {
        return Frame.allocate(sealed.length).put(sealed).position(0);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private void refuses(byte[] sealed) {
        assertThrows(MalformedFrameException.class, () -> opening.open(received(sealed)));
    }

    @Test
    void twoFramesToTheByte() {
        assertEquals(
                "20000000" + "0a000000" + "48edfcf4d2e18c41" + "a96345bcf92f96601334cc71d3ccfbf2",
                hex(sealed(frame(0))));
        assertEquals(
                "20000000" + "0a000000" + "e1a9176933750557" + "5299f4fe11c18c57a9ffae27e4e6c512",
                hex(sealed(frame(0))));
    }

    @Test
    void aFrameThatIsOpenedIsWhatWasSealed() {
        SplittableRandom random = new SplittableRandom(1);
        for (int body = 0; body < 5_000; body = 2 * body + 8) {
            ByteBuffer frame = frame(body);
            byte[] bytes = new byte[body];
            random.nextBytes(bytes);
            frame.put(Frame.HEAD_BYTES, bytes);
            int half = Frame.HEAD_BYTES + body / 2;
            byte[] sealed =
                    sealed(frame.duplicate().limit(half), frame.duplicate().position(half));
            ByteBuffer opened = opening.open(received(sealed));
            assertEquals(frame, opened.position(0), "body=" + body);
            assertEquals(0, opened.alignmentOffset(0, Long.BYTES), "frames start at a word");
        }
    }

    @Test
    void noBitCanBeChanged() {
        byte[] sealed = sealed(frame(8));
        for (int bit = 0; bit < Byte.SIZE * sealed.length; bit++) {
            byte[] other = sealed.clone();
            other[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            FrameSeal fresh = FrameSeal.opening(secret, new FrameSeal.Room());
            assertThrows(MalformedFrameException.class, () -> fresh.open(received(other)), "bit=" + bit);
        }
        opening.open(received(sealed));
    }

    @Test
    void aFrameOpensOnceAndInItsPlace() {
        byte[] first = sealed(frame(8));
        byte[] second = sealed(frame(8));
        opening.open(received(first));
        refuses(first);
        refuses(second); // it was sealed with the number that came before
        assertTrue(!hex(first).equals(hex(second)), "the same frame is sealed differently each time");
    }

    @Test
    void whatIsNotSealedOrTooShortIsMalformed() {
        for (int body = 0; body < 64; body += Long.BYTES) {
            byte[] clear = new byte[Frame.HEAD_BYTES + body];
            frame(body).get(clear);
            refuses(clear);
        }
    }

    @Test
    void keysAreReplacedByBothEnds() {
        for (long number = 0; number < FrameSeal.FRAMES_PER_KEY + 2; number++) {
            ByteBuffer opened = opening.open(received(sealed(frame(0))));
            assertEquals(Frame.HEAD_BYTES, opened.limit());
        }
    }

    @Test
    void roomForFramesIsThatOfTheLongest() {
        ByteBuffer longest = frame(Frame.BYTES_MAX - Frame.HEAD_BYTES);
        ByteBuffer opened = opening.open(received(sealed(longest)));
        assertEquals(longest, opened.position(0));
        assertEquals(ByteOrder.LITTLE_ENDIAN, opened.order());
    }
}
