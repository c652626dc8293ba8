package io.pragh.core.inquiry;

import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.InquiryReply;
import io.pragh.core.protocol.InquiryRequest;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.WordReply;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A question to another node, and its answer piece by piece. Everything may be asked again without harm. One thread, but for
 * {@link #replied}.
 */
public final class Inquiry implements AutoCloseable {
    /** A piece is asked for again after so long. */
    static final long AGAIN_NANOS = 100_000_000L;
    /** The other node is told so often that its answer is still wanted, while nobody asks for more. */
    static final long KEEP_NANOS = 1_000_000_000L;
    /** It is not told any more when nobody has asked for so long. */
    static final long KEPT_NANOS_MAX = 600 * KEEP_NANOS;
    /** Longer than a message and its answer take within a machine; afterwards the thread rests until it is woken. */
    private static final long SPIN_NANOS = 50_000;

    private static final long REST_NANOS = 200_000;

    private final long id;
    private final int node;
    private final ByteBuffer question;
    private final Setting setting;
    private final Consumer<Inquiry> whenEnded;
    private volatile long asked = -1;
    private volatile @Nullable Thread waiting;
    private volatile @Nullable Reply reply;
    private volatile long heardNanos;
    private volatile long sentNanos;
    private volatile long askedNanos;
    private boolean open = true;
    private boolean complete;

    /** What all inquiries of a node share. */
    record Setting(Fabric fabric, Supplier<ClusterView> view, Clock clock, long timeoutNanos, Runnable whileWaiting) {}

    /** What was answered when a piece was asked for. */
    private record Reply(long piece, long word, ByteBuffer payload) {}

    Inquiry(long id, int node, ByteBuffer question, Setting setting, Consumer<Inquiry> whenEnded) {
        this.id = id;
        this.node = node;
        this.question = question;
        this.setting = setting;
        this.whenEnded = whenEnded;
    }

    long id() {
        return id;
    }

    /** The node that was asked. */
    public int node() {
        return node;
    }

    /**
     * The next piece of the answer, or null behind the last one. Cost: one message and its reply.
     *
     * @throws InquiryException when the node refused, could not answer, or is gone; the inquiry has ended then
     * @throws InterruptedException when the calling thread was interrupted; the inquiry has ended then, and the other node is told
     */
    public @Nullable ByteBuffer next() throws InterruptedException {
        if (complete) {
            return null;
        }
        if (!open) {
            throw new InquiryException(
                    InquiryException.Why.LOST, "an inquiry has ended before its answer: node=" + node);
        }
        try {
            return take(await(asked + 1));
        } catch (InterruptedException | RuntimeException failed) {
            close();
            throw failed;
        }
    }

    private Reply await(long piece) throws InterruptedException {
        Clock clock = setting.clock;
        long began = clock.nanos();
        heardNanos = began;
        askedNanos = began;
        sentNanos = began;
        waiting = Thread.currentThread();
        asked = piece;
        long sent = began - AGAIN_NANOS;
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException("an inquiry was interrupted: node=" + node);
            }
            long now = clock.nanos();
            if (now - sent >= AGAIN_NANOS) {
                checkAlive(now);
                send(piece == 0 ? InquiryRequest.first(question) : InquiryRequest.of(InquiryRequest.Kind.ASK), piece);
                sent = now;
                sentNanos = now;
            }
            setting.whileWaiting.run();
            Reply there = reply;
            if (there != null && there.piece == piece) {
                reply = null;
                return there;
            }
            if (now - began < SPIN_NANOS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, REST_NANOS);
            }
        }
    }

    private void checkAlive(long now) {
        if (!setting.view.get().has(node)) {
            throw new InquiryException(
                    InquiryException.Why.LOST, "a node has left before it had answered; try again: node=" + node);
        }
        if (now - heardNanos > setting.timeoutNanos) {
            throw new InquiryException(
                    InquiryException.Why.LOST, "a node did not answer in time; try again: node=" + node);
        }
    }

    private ByteBuffer take(Reply there) {
        long word = there.word;
        if (word == InquiryReply.PIECE || word == InquiryReply.LAST) {
            complete = word == InquiryReply.LAST;
            if (complete) {
                close();
            }
            return InquiryReply.bytes(there.payload);
        }
        if (word == InquiryReply.FAILED) {
            throw new InquiryException(
                    InquiryException.Why.FAILED,
                    "a node could not answer: node=" + node + " because " + WordReply.reason(there.payload));
        }
        if (word == InquiryReply.REFUSED) {
            throw new InquiryException(
                    InquiryException.Why.REFUSED,
                    "a node does not answer, or has too much to do; try again: node=" + node);
        }
        throw new InquiryException(
                InquiryException.Why.LOST,
                "a node has given up its answer because nobody asked for more; try again: node=" + node);
    }

    private void send(InquiryRequest request, long piece) {
        Fabric fabric = setting.fabric;
        fabric.send(new Message(fabric.self(), node, MessageType.INQUIRY, id, piece, 0, request.encode()));
    }

    /** An answer has arrived; on the thread that delivers messages. */
    void replied(Message message) {
        if (message.from() != node || message.sequence() != asked) {
            return;
        }
        boolean unknownThere = message.type() == MessageType.REFUSAL;
        long word = unknownThere ? InquiryReply.REFUSED : InquiryReply.word(message.payload());
        if (word == InquiryReply.WORKING) {
            heardNanos = setting.clock.nanos();
            return;
        }
        reply = new Reply(message.sequence(), word, message.payload());
        LockSupport.unpark(waiting);
    }

    /** The rest is still wanted, though whoever wants it is busy with what it has. Now and then, on any thread. */
    void keep() {
        long now = setting.clock.nanos();
        if (asked >= 0 && now - sentNanos >= KEEP_NANOS && now - askedNanos < KEPT_NANOS_MAX) {
            sentNanos = now;
            send(InquiryRequest.of(InquiryRequest.Kind.KEEP), asked);
        }
    }

    /** Whether the whole answer was handed out. */
    public boolean isComplete() {
        return complete;
    }

    /** Ends it; the other node is told, so that it does not go on for nothing. */
    @Override
    public void close() {
        if (open) {
            open = false;
            whenEnded.accept(this);
            if (asked >= 0) {
                send(InquiryRequest.of(InquiryRequest.Kind.CANCEL), asked);
            }
        }
    }
}
