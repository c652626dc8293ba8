package io.pragh.core.access;

import io.pragh.core.base.Clock;
import io.pragh.core.base.UnavailableException;
import io.pragh.core.base.Waiting;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.ScanReply;
import io.pragh.core.protocol.ScanRequest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends scan requests to the homes of partitions and waits for the answers, one at a time. A request changes nothing,
 * so it is simply repeated: after a time without an answer, and at once when another node becomes the home. One
 * thread, except {@link #replied}.
 */
public final class ScanClient {
    private static final long RESEND_NANOS = 100_000_000L;

    private final long clientId;
    private final Fabric fabric;
    private final Supplier<ClusterView> view;
    private final Clock clock;
    private final long timeoutNanos;
    private final Runnable whileWaiting;
    private long lastSequence;
    private volatile @Nullable Question asked;

    /** A request, with its answer once that is there. */
    private static final class Question {
        private final long sequence;
        private final ScanRequest request;
        private volatile @Nullable ScanReply reply;

        Question(long sequence, ScanRequest request) {
            this.sequence = sequence;
            this.request = request;
        }
    }

    /**
     * Creates a client with an id that no other client has or ever had; {@code whileWaiting} runs repeatedly until
     * the answer is there.
     */
    public ScanClient(
            long clientId,
            Fabric fabric,
            Supplier<ClusterView> view,
            Clock clock,
            long timeoutNanos,
            Runnable whileWaiting) {
        this.clientId = clientId;
        this.fabric = fabric;
        this.view = view;
        this.clock = clock;
        this.timeoutNanos = timeoutNanos;
        this.whileWaiting = whileWaiting;
    }

    /**
     * Asks the home of the partition, whichever node that is at the time, and returns its answer; a node that is not
     * the home does not count. Cost: one message and its reply.
     */
    public ScanReply ask(ScanRequest request) {
        Question question = new Question(++lastSequence, request);
        asked = question;
        long began = clock.nanos();
        long sent = began;
        int receiver = ClusterView.NOBODY;
        while (true) {
            long nanos = clock.nanos();
            int home = view.get().nodeOf(request.partition());
            if (home != receiver || nanos - sent >= RESEND_NANOS) {
                send(home, question);
                receiver = home;
                sent = nanos;
            }
            whileWaiting.run();
            ScanReply reply = question.reply;
            if (reply != null && reply.word() != ScanReply.REFUSED) {
                asked = null;
                return reply;
            }
            if (nanos - began >= timeoutNanos) {
                throw new UnavailableException(
                        "a partition's home did not answer a scan in time; try again from the same cursor: partition="
                                + request.partition() + " node=" + receiver + " cursor=" + request.cursor());
            }
            Waiting.afterNanos(nanos - began);
        }
    }

    private void send(int home, Question question) {
        if (home != ClusterView.NOBODY) {
            fabric.send(new Message(
                    fabric.self(), home, MessageType.SCAN, clientId, question.sequence, question.request.encode()));
        }
    }

    /**
     * Accepts an answer, on the thread that delivers messages. Throws
     * {@link io.pragh.core.protocol.MalformedMessageException} when it cannot belong to the request.
     */
    public void replied(Message message) {
        Question question = asked;
        if (question != null && question.sequence == message.sequence()) {
            question.reply = ScanReply.decode(message.payload(), question.request);
        }
    }
}
