package io.pragh.core.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.api.Update;
import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Checks the bytes of every message, its decoding, and messages that are cut at any place. */
class MessageLayoutTest {
    private static final long KEY = 0x1122334455667788L;
    private static final Update UPDATE = new Update(6, KEY, 2, -3, new byte[] {10, 11, 12});

    private static String hex(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void aRequestToHoldIsAClaimBehindAnAddress() {
        assertEquals(
                "0807060504030201" // address
                        + "0900000000000000" // outstanding
                        + "8877665544332211" // key
                        + "0500000000000000" // begin
                        + "ffffffffffffffff" // any version
                        + "01000000" // updates
                        + "0200000000000000" // first
                        + "fdffffffffffffff" // second
                        + "06000000" // operation
                        + "03000000" // length
                        + "0a0b0c",
                hex(HoldRequest.encode(0x0102030405060708L, 9, claim(UPDATE))));
    }

    private static Claim claim(Update update) {
        return new Claim(update.key(), 5, Claim.ANY, List.of(update));
    }

    @Test
    void aVoteThatFailedHasItsReasonBehindIt() {
        VoteReply failed = new VoteReply(VoteReply.failure(VoteReply.FAILED, 2), 3, MessageType.PREPARE, "noö");
        assertEquals("9bfdffffffffffff" + "03000000" + "0a000000" + "6e6fc3b6", hex(failed.encode()));
        assertEquals(failed, VoteReply.decode(failed.encode()));
        VoteReply plain = new VoteReply(7, 3, MessageType.PUBLISH);
        assertEquals(plain, VoteReply.decode(plain.encode()));
        VoteReply longest = new VoteReply(-1, 3, MessageType.PREPARE, "x".repeat(WordReply.REASON_BYTES_MAX + 1));
        assertEquals(
                "x".repeat(WordReply.REASON_BYTES_MAX),
                VoteReply.decode(longest.encode()).reason());
    }

    @Test
    void aSettlementIsThreeWordsAndAReplyIsOne() {
        assertEquals("887766554433221101000000000000000200000000000000", hex(SettleRequest.encode(KEY, 1, 2)));
        assertEquals("9cffffffffffffff", hex(WordReply.encode(WordReply.REFUSED)));
    }

    @Test
    void aReplyThatFailedHasItsReasonBehindTheWord() {
        assertEquals("9bffffffffffffff" + "6e6fc3b6", hex(WordReply.failed("noö")));
        assertEquals("noö", WordReply.reason(within(WordReply.failed("noö"), 3).limit(3 + 12)));
        assertEquals("", WordReply.reason(WordReply.encode(7)));
        assertEquals("", WordReply.reason(WordReply.encode(WordReply.FAILED)));
        String longest = WordReply.reason(WordReply.failed("x".repeat(WordReply.REASON_BYTES_MAX + 1)));
        assertEquals("x".repeat(WordReply.REASON_BYTES_MAX), longest);
    }

    @Property
    void updatesComeBackFromAnywhereInABuffer(
            @ForAll int operation,
            @ForAll long key,
            @ForAll long first,
            @ForAll long second,
            @ForAll long outstanding,
            @ForAll @Size(max = 50) byte[] bytes,
            @ForAll @IntRange(max = 20) int before) {
        Update update = new Update(operation, key, first, second, bytes);
        ByteBuffer request = within(HoldRequest.encode(key ^ first, outstanding, claim(update)), before);
        assertEquals(key ^ first, HoldRequest.oldAddress(request));
        assertEquals(outstanding, HoldRequest.outstanding(request));
        assertSame(update, HoldRequest.claim(request).updates().get(0));
        ByteBuffer settlement = within(SettleRequest.encode(key, first, second), before);
        assertEquals(key, SettleRequest.key(settlement));
        assertEquals(first, SettleRequest.oldAddress(settlement));
        assertEquals(second, SettleRequest.newAddress(settlement));
        assertEquals(key, WordReply.decode(within(WordReply.encode(key), before)));
    }

    private static void assertSame(Update expected, Update decoded) {
        assertEquals(expected.operation(), decoded.operation());
        assertEquals(expected.key(), decoded.key());
        assertEquals(expected.first(), decoded.first());
        assertEquals(expected.second(), decoded.second());
        assertArrayEquals(expected.bytes(), decoded.bytes());
    }

    /**
     * The payload as a receiver gets it: read-only, in the default big-endian order, not at the start of its buffer.
     */
    private static ByteBuffer within(ByteBuffer payload, int before) {
        ByteBuffer larger = ByteBuffer.allocate(before + payload.remaining() + 5);
        larger.position(before).put(payload.duplicate()).flip().position(before);
        return larger.asReadOnlyBuffer().order(ByteOrder.BIG_ENDIAN);
    }

    private record Cut(String message, ByteBuffer payload, Function<ByteBuffer, Object> decoder) {}

    @Test
    void aMessageThatIsCutAnywhereIsRefused() {
        ByteBuffer hold = HoldRequest.encode(1, 9, claim(UPDATE));
        ByteBuffer settle = SettleRequest.encode(KEY, 1, 2);
        List<Cut> cuts = List.of(
                new Cut("claim", hold, HoldRequest::claim),
                new Cut("old address", head(hold, 8), HoldRequest::oldAddress),
                new Cut("outstanding", head(hold, 16), HoldRequest::outstanding),
                new Cut("vote", new VoteReply(7, 3, MessageType.PREPARE).encode(), VoteReply::decode),
                new Cut("settled key", head(settle, 8), SettleRequest::key),
                new Cut("settled block", head(settle, 16), SettleRequest::oldAddress),
                new Cut("published block", settle, SettleRequest::newAddress),
                new Cut("reply", WordReply.encode(7), WordReply::decode));
        for (Cut cut : cuts) {
            for (int bytes = 0; bytes < cut.payload.remaining(); bytes++) {
                ByteBuffer part = within(head(cut.payload, bytes), 3);
                part.limit(3 + bytes);
                assertThrows(PraghException.class, () -> cut.decoder.apply(part), cut.message + " of " + bytes);
            }
        }
    }

    private static ByteBuffer head(ByteBuffer payload, int bytes) {
        return payload.duplicate().limit(payload.position() + bytes);
    }

    @Test
    void aLengthThatLiesIsRefused() {
        for (int length : new int[] {-1, Integer.MIN_VALUE, 4, Integer.MAX_VALUE}) {
            ByteBuffer request = HoldRequest.encode(1, 9, claim(UPDATE));
            request.putInt(request.limit() - UPDATE.bytes().length - Integer.BYTES, length);
            assertThrows(PraghException.class, () -> HoldRequest.claim(request), "length " + length);
        }
    }

    @Test
    void anArgumentBeyondTheLimitIsRefusedBeforeItIsSent() {
        byte[] tooLong = new byte[Update.BYTES_MAX + 1];
        assertThrows(PraghException.class, () -> new Update(1, KEY, 0, 0, tooLong));
        assertEquals(Update.BYTES_MAX, new Update(1, KEY, 0, 0, new byte[Update.BYTES_MAX]).bytes().length);
    }
}
