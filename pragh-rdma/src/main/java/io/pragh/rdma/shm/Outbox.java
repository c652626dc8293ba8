package io.pragh.rdma.shm;

import io.pragh.core.fabric.Message;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.MessageFrame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;

/**
 * A queue of messages to one peer for which its ring has no room yet; bounded, and messages beyond the bound are
 * lost. Any thread.
 */
final class Outbox {
    /** Bound on the payload bytes in the queue; a single message is always accepted. */
    static final long BYTES_MAX = 32L << 20;
    /** Bound on the messages in the queue. */
    static final int MESSAGES_MAX = 1 << 16;

    private final ArrayDeque<Message> waiting = new ArrayDeque<>();
    private long waitingBytes;
    /** Bytes of the first message that are in the ring already. */
    private int written;

    /** Adds a message; false when it is lost. */
    synchronized boolean add(Message message) {
        int bytes = message.payload().remaining();
        if (waiting.size() >= MESSAGES_MAX || waitingBytes + bytes > BYTES_MAX && !waiting.isEmpty()) {
            return false;
        }
        waiting.add(message);
        waitingBytes += bytes;
        return true;
    }

    /** Writes as much as the ring has room for; true when the queue is empty. */
    synchronized boolean flush(Ring ring) {
        while (!waiting.isEmpty()) {
            Message message = waiting.element();
            int bytes = message.payload().remaining();
            int stretch = Math.min(bytes - written, MessageFrame.STRETCH_BYTES_MAX);
            if (!ring.write(frame(message, written, stretch))) {
                return false;
            }
            written += stretch;
            if (written == bytes) {
                waiting.remove();
                waitingBytes -= bytes;
                written = 0;
            }
        }
        return true;
    }

    private static ByteBuffer frame(Message message, int start, int bytes) {
        int length = MessageFrame.HEAD_BYTES + Frame.words(bytes);
        ByteBuffer frame = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        MessageFrame.writeHead(frame, message, start, bytes);
        frame.clear();
        ByteBuffer payload = message.payload();
        frame.put(MessageFrame.HEAD_BYTES, payload, payload.position() + start, bytes);
        return frame;
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Discards all messages. */
    synchronized void drop() {
        waiting.clear();
        waitingBytes = 0;
        written = 0;
    }
}
