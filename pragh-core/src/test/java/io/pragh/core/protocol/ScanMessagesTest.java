package io.pragh.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.KeyScan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the bytes of scan requests and their replies, and which of them are refused. */
class ScanMessagesTest {
    private static final ScanRequest REQUEST = new ScanRequest(3, 1, 0x0807060504030201L, 2);
    private static final long KEY = GraphKey.of(1, 0, 2, 5);

    private static String hex(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** A payload as a receiver gets it: read-only, in big-endian order, not at the start of its buffer. */
    private static ByteBuffer received(ByteBuffer payload, int bytes) {
        ByteBuffer larger = ByteBuffer.allocate(3 + payload.remaining() + 5);
        larger.position(3).put(payload.duplicate()).position(3).limit(3 + bytes);
        return larger.asReadOnlyBuffer().order(ByteOrder.BIG_ENDIAN);
    }

    private static ScanReply reply(ByteBuffer payload) {
        return ScanReply.decode(received(payload, payload.remaining()), REQUEST);
    }

    private static List<Long> keys(ScanReply reply) {
        List<Long> keys = new ArrayList<>();
        reply.forEach(keys::add);
        return keys;
    }

    @Test
    void messagesAreDrawnAsTheirTypesSay() {
        assertEquals(
                "0102030405060708" // cursor
                        + "03000000" // partition
                        + "01000000" // kind
                        + "02000000", // limit
                hex(REQUEST.encode()));
        assertEquals(
                "0000000000000010" // the end
                        + "0500000000100010", // a key
                hex(ScanReply.of(KeyScan.END, new long[] {KEY, 77}, 1).encode()));
        assertEquals("9affffffffffffff", hex(ScanReply.none(ScanReply.LOST).encode()));
    }

    @Test
    void messagesComeBackFromAnywhereInABuffer() {
        assertEquals(REQUEST, ScanRequest.decode(received(REQUEST.encode(), 20)));
        ScanReply reply =
                reply(ScanReply.of(KeyScan.END, new long[] {KEY, KEY + 1}, 2).encode());
        assertEquals(KeyScan.END, reply.word());
        assertEquals(List.of(KEY, KEY + 1), keys(reply));
        assertEquals(
                ScanReply.REFUSED,
                reply(ScanReply.none(ScanReply.REFUSED).encode()).word());
        assertEquals("nö", reply(WordReply.failed("nö")).reason());
    }

    @Test
    void aMessageThatIsCutIsRefused() {
        for (int bytes = 0; bytes < 20; bytes++) {
            ByteBuffer part = received(REQUEST.encode(), bytes);
            assertThrows(MalformedMessageException.class, () -> ScanRequest.decode(part), "request of " + bytes);
        }
        ByteBuffer whole = ScanReply.of(KeyScan.END, new long[] {KEY}, 1).encode();
        for (int bytes = 0; bytes < 16; bytes++) {
            ByteBuffer part = received(whole, bytes);
            if (bytes != 8) {
                assertThrows(
                        MalformedMessageException.class, () -> ScanReply.decode(part, REQUEST), "reply of " + bytes);
            }
        }
    }

    @Test
    void aRequestOutOfRangeIsRefused() {
        assertThrows(MalformedMessageException.class, () -> new ScanRequest(-1, 1, 0, 1));
        assertThrows(MalformedMessageException.class, () -> new ScanRequest(0, 0, 0, 1));
        assertThrows(MalformedMessageException.class, () -> new ScanRequest(0, 16, 0, 1));
        assertThrows(MalformedMessageException.class, () -> new ScanRequest(0, 1, -1, 1));
        assertThrows(MalformedMessageException.class, () -> new ScanRequest(0, 1, KeyScan.END, 1));
        assertThrows(MalformedMessageException.class, () -> new ScanRequest(0, 1, 0, 0));
        assertThrows(MalformedMessageException.class, () -> new ScanRequest(0, 1, 0, KeyScan.KEYS_MAX + 1));
    }

    @Test
    void aReplyToAnotherQuestionIsRefused() {
        long cursor = REQUEST.cursor();
        refused(ScanReply.of(cursor - 1, new long[0], 0), "goes back");
        refused(ScanReply.of(KeyScan.END + 1, new long[0], 0), "goes beyond the end");
        refused(ScanReply.of(cursor, new long[] {KEY, KEY, KEY}, 3), "more than were asked for");
        refused(ScanReply.of(cursor, new long[] {GraphKey.of(2, 0, 0, 1)}, 1), "another kind");
        refused(ScanReply.of(ScanReply.REFUSED, new long[] {KEY}, 1), "a refusal has no keys");
        refused(ScanReply.none(-7), "an unknown code");
    }

    private static void refused(ScanReply reply, String why) {
        assertThrows(MalformedMessageException.class, () -> reply(reply.encode()), why);
    }
}
