package io.pragh.core.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.protocol.InquiryRequest.Kind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class InquiryMessagesTest {
    private static byte[] bytes(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.duplicate().get(bytes);
        return bytes;
    }

    private static ByteBuffer word(long word, int more) {
        return ByteBuffer.allocate(Long.BYTES + more)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0, word);
    }

    @Test
    void aRequestIsAWordAndTheQuestion() {
        ByteBuffer payload =
                InquiryRequest.first(ByteBuffer.wrap(new byte[] {5, 6})).encode();
        assertArrayEquals(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 5, 6}, bytes(payload));
        assertArrayEquals(
                new byte[] {5, 6}, bytes(InquiryRequest.decode(payload).question()));
        assertArrayEquals(
                new byte[] {2, 0, 0, 0, 0, 0, 0, 0},
                bytes(InquiryRequest.of(Kind.CANCEL).encode()));
        for (Kind kind : Kind.values()) {
            assertEquals(
                    kind,
                    InquiryRequest.decode(InquiryRequest.of(kind).encode()).kind());
        }
    }

    @Test
    void aPieceIsAWordAndItsBytes() {
        ByteBuffer piece = InquiryReply.piece(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 7, 8, 9}, 10, true);
        assertArrayEquals(new byte[] {2, 0, 0, 0, 0, 0, 0, 0, 7, 8}, bytes(piece));
        assertEquals(InquiryReply.LAST, InquiryReply.word(piece));
        assertArrayEquals(new byte[] {7, 8}, bytes(InquiryReply.bytes(piece)));
    }

    @Test
    void whatNobodySendsIsRefused() {
        assertThrows(MalformedMessageException.class, () -> InquiryRequest.decode(ByteBuffer.allocate(7)));
        assertThrows(MalformedMessageException.class, () -> InquiryRequest.decode(word(4, 0)));
        assertThrows(MalformedMessageException.class, () -> InquiryRequest.decode(word(2, 1)));
        assertThrows(
                MalformedMessageException.class,
                () -> InquiryRequest.decode(word(1, InquiryRequest.QUESTION_BYTES_MAX + 1)));
        assertThrows(MalformedMessageException.class, () -> InquiryReply.word(ByteBuffer.allocate(7)));
        assertThrows(MalformedMessageException.class, () -> InquiryReply.word(word(9, 0)));
        assertThrows(MalformedMessageException.class, () -> InquiryReply.word(word(InquiryReply.WORKING, 1)));
        assertThrows(
                MalformedMessageException.class,
                () -> InquiryReply.word(word(InquiryReply.PIECE, InquiryReply.PIECE_BYTES_MAX + 1)));
    }
}
