package io.pragh.core.inquiry;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.InquiryRequest;
import io.pragh.core.protocol.MessageType;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What the applications of a cluster's nodes ask each other: this node's questions, and its answers to others. Any thread. */
public final class Inquiries implements AutoCloseable {
    // The asker pulls: it asks for piece 0, with the question, then for 1, and so on, each until it is there. So
    // nothing is sent that
    // nobody has room for, a lost message costs a moment, and a repeated one nothing. Asking for a piece acknowledges
    // those before,
    // and an answer that nobody asks for ends: whichever node dies or forgets, the other one is not left with anything.

    /** Longest question in bytes. */
    public static final int QUESTION_BYTES_MAX = InquiryRequest.QUESTION_BYTES_MAX;
    /** Answers that a node computes at once: as many as its server does, and some whose asker takes its time. */
    public static final int ANSWERS_AT_ONCE = 4 + 2 * Runtime.getRuntime().availableProcessors();

    private final Inquiry.Setting setting;
    private final LongSupplier ids;
    private final Answers answers;
    private final ConcurrentHashMap<Long, Inquiry> open = new ConcurrentHashMap<>();
    private final LongAdder asked = new LongAdder();
    private final LongAdder unanswered = new LongAdder();

    /**
     * The inquiries of a node that answers nobody until {@link #answerWith}.
     *
     * @param ids numbers that no inquiry of this node ever had
     * @param timeoutNanos how long another node may be silent
     * @param threads how many answers are computed at once
     * @param whileWaiting runs again and again while an answer is waited for: it delivers messages, and may throw
     */
    public Inquiries(
            Fabric fabric,
            Supplier<ClusterView> view,
            Clock clock,
            LongSupplier ids,
            long timeoutNanos,
            int threads,
            Runnable whileWaiting) {
        this.setting = new Inquiry.Setting(fabric, view, clock, timeoutNanos, whileWaiting);
        this.ids = ids;
        this.answers = new Answers(fabric, view, clock, threads);
    }

    /** Who answers others from now on. */
    public void answerWith(Answerer answerer) {
        answers.begin(answerer);
    }

    /**
     * Refuses others' questions from now on; returns when no answer is computed any more. Askers have some seconds to fetch the rest of
     * answers that have begun: a traversal that has got a part of one cannot be asked elsewhere.
     */
    public void stopAnswering() {
        answers.finish();
    }

    /**
     * Asks another node; nothing is sent before {@link Inquiry#next}.
     *
     * @param question at most {@link #QUESTION_BYTES_MAX} bytes
     */
    public Inquiry ask(int node, ByteBuffer question) {
        if (question.remaining() > InquiryRequest.QUESTION_BYTES_MAX) {
            throw new PraghException("a question is too long: bytes=" + question.remaining() + " bytesMax="
                    + InquiryRequest.QUESTION_BYTES_MAX);
        }
        Inquiry inquiry = new Inquiry(ids.getAsLong(), node, question, setting, this::ended);
        open.put(inquiry.id(), inquiry);
        asked.increment();
        return inquiry;
    }

    private void ended(Inquiry inquiry) {
        open.remove(inquiry.id());
        if (!inquiry.isComplete()) {
            unanswered.increment();
        }
    }

    /** Handles a message of inquiries; false when it is another one. */
    public boolean handle(Message message) {
        Inquiry inquiry = open.get(message.client());
        return switch (message.type()) {
            case MessageType.INQUIRY -> {
                answers.handle(message);
                yield true;
            }
            case MessageType.INQUIRY_REPLY -> {
                if (inquiry != null) {
                    inquiry.replied(message);
                }
                yield true;
            }
            case MessageType.REFUSAL -> {
                if (inquiry != null) {
                    inquiry.replied(message);
                }
                yield inquiry != null;
            }
            default -> false;
        };
    }

    /** Gives up answers that nobody waits for any more, and keeps others from giving up; now and then. */
    public void step() {
        open.values().forEach(Inquiry::keep);
        answers.step();
    }

    /** What became of them so far. */
    public InquiryCounters counters() {
        return new InquiryCounters(
                asked.sum(), unanswered.sum(), answers.complete(), answers.refused(), answers.size());
    }

    @Override
    public void close() {
        answers.close();
    }
}
