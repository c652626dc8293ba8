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

/**
 * A node's queue of received messages, in order of arrival; bounded, and messages beyond the bound are lost and
 * counted. Any thread.
 */
public final class MessageInbox {
    /** Bound on waiting messages. */
    public static final int MESSAGES_MAX = 1 << 16;
    /** Bound on waiting payload bytes; a single message is always taken. */
    public static final long BYTES_MAX = 128L << 20;

    private final ConcurrentLinkedQueue<Message> messages = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final LongAdder lost = new LongAdder();
    private final AtomicReference<@Nullable MessageHandler> handler = new AtomicReference<>();

    /** Adds a message; it is lost when there is no room. */
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

    /** Sets the receiver of the messages, once. */
    public void handler(MessageHandler receiver) {
        if (!handler.compareAndSet(null, receiver)) {
            throw new PraghException("the handler of messages is set once");
        }
    }

    /** Hands out up to {@code limit} messages while {@code open} is true, and drops those whose sender is refused. */
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
