package io.pragh.rdma.wire;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Messages that wait for a node, in the order in which they came; bounded, and what comes beyond is lost and counted. Any thread. */
public final class MessageInbox {
    /** Messages that wait at most. */
    public static final int MESSAGES_MAX = 1 << 16;
    /** Payload bytes that wait at most; a single message is always taken. */
    public static final long BYTES_MAX = 128L << 20;

    private final ConcurrentLinkedQueue<Message> messages = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final LongAdder lost = new LongAdder();
    private final AtomicReference<@Nullable MessageHandler> handler = new AtomicReference<>();

    /** Adds a message, or loses it. */
    public void add(Message message) {
        int size = message.payload().remaining();
        int waiting = count.incrementAndGet();
        long waitingBytes = bytes.addAndGet(size);
        if (waiting > MESSAGES_MAX || waitingBytes > BYTES_MAX && waiting > 1) {
            count.decrementAndGet();
            bytes.addAndGet(-size);
            lost.increment();
            return;
        }
        messages.add(message);
    }

    /** Messages that wait now. */
    public int waiting() {
        return count.get();
    }

    /** Messages that were lost because there was no room. */
    public long lost() {
        return lost.sum();
    }

    /** Who gets the messages; set once. */
    public void handler(MessageHandler receiver) {
        if (!handler.compareAndSet(null, receiver)) {
            throw new PraghException("the handler of messages is set once");
        }
    }

    /** Hands out up to {@code limit} messages, and drops those whose sender is refused, while {@code open} says so. */
    public int deliver(int limit, IntPredicate refused, BooleanSupplier open) {
        MessageHandler receiver = handler.get();
        if (receiver == null) {
            return 0;
        }
        int delivered = 0;
        while (delivered < limit && open.getAsBoolean()) {
            Message message = messages.poll();
            if (message == null) {
                break;
            }
            count.decrementAndGet();
            bytes.addAndGet(-message.payload().remaining());
            if (!refused.test(message.from())) {
                delivered++;
                receiver.handle(message);
            }
        }
        return delivered;
    }
}
