package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvCQ;
import com.ibm.disni.verbs.IbvRecvWR;
import com.ibm.disni.verbs.IbvSendWR;
import com.ibm.disni.verbs.IbvSge;
import io.pragh.core.fabric.Message;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.MalformedFrameException;
import io.pragh.rdma.wire.MessageFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.LinkedList;
import java.util.List;

/**
 * The frames of a connection, sent and received one by one in registered buffers. Two buffers are there from the
 * beginning, for the handshake, and {@link #BUFFERS_MAX} in each direction on a connection for messages. Frames for
 * which there is no buffer wait. Any thread.
 */
// A frame that is sent while the receiver has no buffer is not lost: the receiver's card says so, and the sender's
// card tries again. So a slow receiver delays its senders, each of which keeps the frames that it cannot send, up to
// a bound.
final class Mailbox {
    /** The longest frame. */
    static final int FRAME_BYTES_MAX = 8 << 10;
    /** Buffers in each direction. */
    static final int BUFFERS_MAX = 34;
    /** Buffers that exist from the beginning. */
    static final int BUFFERS_FIRST = 2;
    /** Buffers reserved for CREDITs: {@link #WIDE} frames are answered by two at most, and those may wait. */
    static final int KEPT = 4;
    /**
     * Bound on the bytes of messages, with heads, that a slow peer has not taken yet; messages beyond it are lost. A
     * single message is always tried.
     */
    static final long MESSAGE_BYTES_QUEUED_MAX = 32L << 20;
    /** Payload bytes of a message in one frame. */
    static final int STRETCH_BYTES_MAX = FRAME_BYTES_MAX - MessageFrame.HEAD_BYTES;

    /** Frames that may be under way on a connection for messages. */
    private static final int WIDE = BUFFERS_MAX - KEPT;

    private static final int CREDIT_EVERY = 12;
    private static final int SLOT_BITS = 8;
    private static final long RECEIVED = 1 << SLOT_BITS - 1;

    private final Device device;
    private final Pump pump;
    private final boolean ownsSends;
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private final PinnedMemory[] memories = new PinnedMemory[2];
    private int count;
    /**
     * Frames that may be under way, frames that the peer has not answered, and frames of the peer that were not
     * answered.
     */
    private int allowed = BUFFERS_FIRST;

    private long unanswered;
    private int owed;
    private int messageStart;
    private long messageBytes;
    private long messagesLost;
    private boolean closed;
    private long number;

    /**
     * A mailbox without buffers.
     *
     * @param pump takes in received frames
     * @param ownsSends whether sends complete in the pump's queue too: otherwise only the first two frames can be
     *     sent
     */
    Mailbox(Device device, Pump pump, boolean ownsSends) {
        this.device = device;
        this.pump = pump;
        this.ownsSends = ownsSends;
    }

    /** Completion queue of received frames. */
    IbvCQ completions() {
        return pump.queue();
    }

    /** Posts the first buffers, once the queue pair exists and before either side sends. */
    synchronized void open(Connection connection) throws IOException {
        number = connection.number();
        add(connection, 0, BUFFERS_FIRST);
    }

    /** Posts all buffers, for messages. */
    synchronized void widen(Connection connection) throws IOException {
        if (count == BUFFERS_FIRST && !closed) {
            if (!pump.reserve(connection, BUFFERS_MAX - BUFFERS_FIRST)) {
                throw new IOException("there are as many RDMA connections as there is room for");
            }
            add(connection, 1, BUFFERS_MAX - BUFFERS_FIRST);
        }
    }

    /** Records that the peer has posted all buffers, too. */
    synchronized void peerIsWide(Connection connection) {
        allowed = WIDE;
        sendWaiting(connection);
    }

    private void add(Connection connection, int memory, int buffers) throws IOException {
        ByteBuffer bytes = Frame.allocate(2 * buffers * FRAME_BYTES_MAX);
        memories[memory] = device.pin(bytes, Device.PRIVATE);
        int first = count;
        count += buffers;
        for (int slot = first; slot < count; slot++) {
            free.add(slot);
            receive(connection, slot);
        }
    }

    private PinnedMemory memory(int slot) {
        return memories[slot < BUFFERS_FIRST ? 0 : 1];
    }

    /** Offset of a buffer: buffers for sending come first. */
    private int offset(int slot, boolean received) {
        int buffers = slot < BUFFERS_FIRST ? BUFFERS_FIRST : BUFFERS_MAX - BUFFERS_FIRST;
        int index = slot < BUFFERS_FIRST ? slot : slot - BUFFERS_FIRST;
        return (received ? buffers + index : index) * FRAME_BYTES_MAX;
    }

    @SuppressWarnings({"JdkObsolete", "NonApiType"}) // DiSNI asks for this kind of list
    private LinkedList<IbvSge> piece(int slot, boolean received, int bytes) {
        IbvSge piece = new IbvSge();
        piece.setAddr(memory(slot).address() + offset(slot, received));
        piece.setLength(bytes);
        piece.setLkey(memory(slot).localKey());
        return new LinkedList<>(List.of(piece));
    }

    private void receive(Connection connection, int slot) {
        IbvRecvWR request = new IbvRecvWR();
        request.setWr_id(number << SLOT_BITS | RECEIVED | slot);
        request.setSg_list(piece(slot, true, FRAME_BYTES_MAX));
        connection.postReceive(List.of(request));
    }

    /** The connection of a completion. */
    static long number(long workId) {
        return workId >>> SLOT_BITS;
    }

    /** Handles a completion: hands out the frame, or sends a waiting one. On one thread. */
    void completed(Connection connection, long workId, int bytes) throws IOException {
        int slot = (int) (workId & RECEIVED - 1);
        if ((workId & RECEIVED) == 0) {
            synchronized (this) {
                free.add(slot);
                sendWaiting(connection);
            }
            return;
        }
        ByteBuffer frame = memory(slot).bytes().slice(offset(slot, true), bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes < Frame.HEAD_BYTES || frame.getInt(Frame.LENGTH_OFFSET) != bytes) {
            throw new MalformedFrameException("no frame has this length: bytes=" + bytes);
        }
        boolean isCredit = Frame.type(frame) == Frame.CREDIT;
        long credit = isCredit ? Frame.word(frame) : 0;
        if (!isCredit) {
            connection.owner().take(connection, frame);
        }
        synchronized (this) {
            if (!closed) {
                receive(connection, slot);
                unanswered -= credit;
                owed += isCredit ? 0 : 1;
                sendWaiting(connection);
            }
        }
    }

    /** Sends a copy of a frame, whose position is zero. */
    synchronized void send(Connection connection, ByteBuffer frame) {
        if (!closed && !connection.isOver()) {
            waiting.add(frame);
            sendWaiting(connection);
        }
    }

    /** Sends a message; it may be lost. */
    synchronized void send(Connection connection, Message message) {
        int bytes = MessageFrame.HEAD_BYTES + message.payload().remaining();
        if (closed || connection.isOver() || messageBytes > 0 && messageBytes + bytes > MESSAGE_BYTES_QUEUED_MAX) {
            messagesLost++;
            return;
        }
        messageBytes += bytes;
        waiting.add(message);
        sendWaiting(connection);
    }

    /** Messages that were lost because the peer was out of reach or too slow. */
    synchronized long messagesLost() {
        return messagesLost;
    }

    private void sendWaiting(Connection connection) {
        if (owed >= CREDIT_EVERY && !free.isEmpty() && !closed) {
            int slot = free.remove();
            ByteBuffer credit = Frame.bare(Frame.CREDIT, owed);
            owed = 0;
            buffer(slot).put(0, credit, 0, credit.limit());
            post(connection, slot, credit.limit());
        }
        while (!closed && !waiting.isEmpty() && !free.isEmpty() && unanswered < allowed) {
            int slot = free.remove();
            unanswered++;
            post(connection, slot, write(buffer(slot)));
        }
    }

    private ByteBuffer buffer(int slot) {
        return memory(slot).bytes().slice(offset(slot, false), FRAME_BYTES_MAX).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void post(Connection connection, int slot, int bytes) {
        IbvSendWR request = new IbvSendWR();
        request.setWr_id(number << SLOT_BITS | slot);
        request.setOpcode(IbvSendWR.IBV_WR_SEND);
        request.setSend_flags(ownsSends ? IbvSendWR.IBV_SEND_SIGNALED : 0);
        request.setSg_list(piece(slot, false, bytes));
        connection.post(List.of(request));
    }

    /** Writes the next frame into a buffer; returns its length in bytes. */
    private int write(ByteBuffer buffer) {
        if (waiting.element() instanceof Message message) {
            return writeStretch(buffer, message);
        }
        ByteBuffer frame = (ByteBuffer) waiting.remove();
        buffer.put(0, frame, 0, frame.limit());
        return frame.limit();
    }

    private int writeStretch(ByteBuffer buffer, Message message) {
        ByteBuffer payload = message.payload();
        int whole = payload.remaining();
        int bytes = Math.min(whole - messageStart, STRETCH_BYTES_MAX);
        MessageFrame.writeHead(buffer, message, messageStart, bytes);
        int end = MessageFrame.HEAD_BYTES + Frame.words(bytes);
        buffer.clear();
        buffer.put(MessageFrame.HEAD_BYTES, payload, payload.position() + messageStart, bytes);
        for (int at = MessageFrame.HEAD_BYTES + bytes; at < end; at++) {
            buffer.put(at, (byte) 0);
        }
        messageStart += bytes;
        messageBytes -= bytes;
        if (messageStart == whole) {
            waiting.remove();
            messageBytes -= MessageFrame.HEAD_BYTES;
            messageStart = 0;
        }
        return end;
    }

    /** Frees the buffers, once the queue pair is gone. */
    synchronized void close() {
        if (!closed) {
            closed = true;
            waiting.clear();
            for (PinnedMemory memory : memories) {
                if (memory != null) {
                    memory.close();
                }
            }
        }
    }
}
