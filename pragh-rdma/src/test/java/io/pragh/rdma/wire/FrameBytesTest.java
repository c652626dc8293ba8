package io.pragh.rdma.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Pins the bytes of frames, which another version or another implementation of a node would have to produce. */
class FrameBytesTest {
    private static Region region() {
        Region region = Region.direct(4_096, 1);
        region.grow();
        return region;
    }

    private static String hex(ByteBuffer frame) {
        byte[] bytes = new byte[frame.remaining()];
        frame.get(frame.position(), bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static ByteBuffer request(Part part) {
        ByteBuffer frame = Frame.allocate(part.frameBytes());
        RequestFrame.write(frame, part, 0x0102, 9);
        return frame.flip();
    }

    @Test
    void aRequestAndItsReply() {
        Region memory = region();
        memory.setLong(24, 0x1122_3344_5566_7788L);
        Batch batch = new Batch(2);
        Part part = new Part(batch);
        part.add(batch.readWord(3, 24), 0, 8, 0xAB);
        part.add(batch.cas(3, 32, 1, 2), 0, 8, 0xAB);

        ByteBuffer request = request(part);

        assertEquals(
                "80000000" + "06000000" + "0201000000000000" + "0900000000000000" + "02000000" + "00000000"
                        + "01000000" + "03000000" + "ab00000000000000" + "1800000000000000" + "08000000" + "00000000"
                        + "08000000" + "00000000"
                        + "03000000" + "03000000" + "ab00000000000000" + "2000000000000000" + "08000000" + "00000000"
                        + "08000000" + "00000000" + "0100000000000000" + "0200000000000000",
                hex(request));
        ByteBuffer reply = Frame.allocate(RequestFrame.checked(request));
        RequestFrame.execute(request, (partition, key) -> partition == 3 && key == 0xAB ? memory : null, reply);
        assertEquals(
                "38000000" + "07000000" + "0201000000000000" + "02000000" + "00000000" + "00000000" + "08000000"
                        + "8877665544332211" + "00000000" + "08000000" + "0000000000000000",
                hex(reply));
        ReplyFrame.apply(reply, part);
        assertEquals(0x1122_3344_5566_7788L, batch.result(0));
        assertEquals(OpStatus.OK, batch.status(1));
        assertEquals(0, batch.result(1));
        assertEquals(0, memory.getLong(32), "another word was expected");
    }

    @Test
    void anotherKeyOpensNothing() {
        Batch batch = new Batch(1);
        Part part = new Part(batch);
        part.add(batch.writeWord(3, 24, 5), 0, 8, 1);
        ByteBuffer request = request(part);
        ByteBuffer reply = Frame.allocate(RequestFrame.checked(request));

        RequestFrame.execute(request, (partition, key) -> null, reply);
        ReplyFrame.apply(reply, part);

        assertEquals(OpStatus.FENCED, batch.status(0));
    }

    @Test
    void anOperationHasFailedWhenOneOfItsPiecesHas() {
        Region memory = region();
        Region landing = region();
        Batch batch = new Batch(1);
        int op = batch.read(3, 0, 64, landing, 0);
        Part well = new Part(batch);
        well.add(op, 0, 32, 1);
        Part refused = new Part(batch);
        refused.add(op, 32, 32, 2);
        for (Part part : new Part[] {refused, well}) {
            ByteBuffer request = request(part);
            ByteBuffer reply = Frame.allocate(RequestFrame.checked(request));
            RequestFrame.execute(request, (partition, key) -> key == 1 ? memory : null, reply);
            ReplyFrame.apply(reply, part);
        }

        assertEquals(OpStatus.FENCED, batch.status(op));
    }

    @Test
    void framesAreMadeOfBytesInAnyPieces() {
        Batch batch = new Batch(1);
        Part part = new Part(batch);
        part.add(batch.readWord(3, 24), 0, 8, 1);
        byte[] twice = HexFormat.of().parseHex(hex(request(part)).repeat(2));
        for (int first = 0; first <= twice.length; first++) {
            FrameAssembler frames = new FrameAssembler(1 << 10);
            int found = 0;
            for (ByteBuffer piece : new ByteBuffer[] {
                ByteBuffer.wrap(twice, 0, first), ByteBuffer.wrap(twice, first, twice.length - first)
            }) {
                frames.take(piece);
                for (ByteBuffer frame = frames.next(); frame != null; frame = frames.next()) {
                    assertEquals(hex(request(part)), hex(frame));
                    assertEquals(0, frame.alignmentOffset(0, Long.BYTES), "frames start at a word");
                    found++;
                }
            }
            assertEquals(2, found, "cut at " + first);
        }
    }

    @Test
    void aMessage() {
        ByteBuffer frame = Frame.allocate(MessageFrame.HEAD_BYTES + 8);
        MessageFrame.writeHead(frame, new Message(1, 2, 0x4D, 0x0102, 9, ByteBuffer.allocate(6)), 1, 5);
        assertEquals(
                "30000000" + "08000000" + "0201000000000000" + "0900000000000000" + "4d000000" + "06000000" + "01000000"
                        + "05000000",
                hex(frame));
    }

    @Test
    void memoryGrowsWithWhatCameNotWithWhatWasAnnounced() {
        MessageAssembler assembler = new MessageAssembler(1, 2);
        ByteBuffer frame = Frame.allocate(MessageFrame.HEAD_BYTES + 8);
        MessageFrame.writeHead(frame, new Message(1, 2, 3, 4, 5, ByteBuffer.allocate(50_000_000)), 0, 8);
        frame.clear();

        assertNull(assembler.take(frame));

        assertTrue(assembler.capacity() <= 16, "held " + assembler.capacity());
        assertThrows(MalformedFrameException.class, () -> assembler.take(frame), "the same stretch again");
        MessageFrame.writeHead(frame, new Message(1, 2, 3, 4, 5, ByteBuffer.allocate(5)), 0, 5);
        MessageAssembler another = new MessageAssembler(1, 2);
        assertNotNull(another.take(frame.clear()));
    }
}
