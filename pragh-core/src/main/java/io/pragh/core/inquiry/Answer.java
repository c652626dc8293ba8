package io.pragh.core.inquiry;

import io.pragh.core.base.Clock;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.InquiryReply;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.WordReply;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One answer to another node: computed on a thread of its own, at most one piece ahead of the one that was asked for last, which is kept
 * in case that it is asked for again. Any thread.
 */
final class Answer implements Runnable {
    /** What was written is handed over as a short piece when the asker has waited for so long. */
    static final long OVERDUE_NANOS = 5_000_000;

    private final Fabric fabric;
    private final Clock clock;
    private final int asker;
    private final long inquiry;
    private final ByteBuffer question;
    private final Answerer answerer;
    private final Runnable whenComplete;

    // Guarded by this object's monitor, down to the end of the fields.
    private long number = -1;
    private @Nullable ByteBuffer sent;
    private @Nullable ByteBuffer ahead;
    private @Nullable ByteBuffer failure;
    /** Whether piece {@code number + 1} was asked for and could not be sent. */
    private boolean awaited;

    private long awaitedSinceNanos;
    private long askedNanos;
    private boolean cancelled;
    private @Nullable Thread runner;

    /** What an answer is about, and to whom. */
    record Asked(int asker, long inquiry, ByteBuffer question) {}

    Answer(Fabric fabric, Clock clock, Asked asked, Answerer answerer, Runnable whenComplete) {
        this.fabric = fabric;
        this.clock = clock;
        this.asker = asked.asker;
        this.inquiry = asked.inquiry;
        this.question = asked.question;
        this.answerer = answerer;
        this.whenComplete = whenComplete;
        this.askedNanos = clock.nanos();
    }

    /** A piece is asked for, perhaps again; on the thread that delivers messages. */
    synchronized void asked(long piece) {
        askedNanos = clock.nanos();
        ByteBuffer again = sent;
        if (piece == number && again != null) {
            send(piece, again);
        } else if (piece == number + 1) {
            askedNext(piece);
        } else if (piece > number) {
            send(piece, InquiryReply.encode(InquiryReply.UNKNOWN));
        }
        // an earlier one was asked for before a later one, and was late
    }

    private void askedNext(long piece) {
        ByteBuffer next = ahead;
        ByteBuffer failed = failure;
        if (next != null) {
            ahead = null;
            hand(next);
            notifyAll();
        } else if (failed != null) {
            send(piece, failed);
        } else if (awaited) {
            send(piece, InquiryReply.encode(InquiryReply.WORKING));
        } else {
            awaited = true;
            awaitedSinceNanos = askedNanos;
        }
    }

    private void hand(ByteBuffer piece) {
        number++;
        sent = piece;
        awaited = false;
        send(number, piece);
    }

    private void send(long piece, ByteBuffer payload) {
        fabric.send(new Message(fabric.self(), asker, MessageType.INQUIRY_REPLY, inquiry, piece, 0, payload));
    }

    /** Whether the asker has waited for a piece for so long that a short one is better than a late one. */
    synchronized boolean isOverdue() {
        return awaited && clock.nanos() - awaitedSinceNanos >= OVERDUE_NANOS;
    }

    /** Takes the next piece; returns when another one may be computed. On the thread that computes. */
    synchronized void put(ByteBuffer piece, boolean last) throws InterruptedIOException {
        checkNotCancelled();
        if (last) {
            whenComplete.run(); // first: whoever has the whole answer finds it counted
        }
        if (awaited) {
            hand(piece);
            return;
        }
        ahead = piece;
        while (ahead != null && !last) {
            try {
                wait();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("nobody wants the rest of an answer");
            }
            checkNotCancelled();
        }
    }

    private void checkNotCancelled() throws InterruptedIOException {
        if (cancelled) {
            throw new InterruptedIOException("nobody wants the rest of an answer");
        }
    }

    @Override
    public void run() {
        if (!begin()) {
            return;
        }
        try {
            AnswerStream stream = new AnswerStream(this);
            answerer.answer(question.duplicate(), stream);
            stream.finish();
        } catch (Throwable failed) { // an Error too: the asker is to hear of it, and this thread serves others
            failed(failed);
        } finally {
            end();
        }
    }

    private synchronized boolean begin() {
        if (!cancelled) {
            runner = Thread.currentThread();
        }
        return !cancelled;
    }

    private synchronized void failed(Throwable why) {
        if (cancelled) {
            return; // whatever it was, it has ended
        }
        ByteBuffer told = WordReply.failed(String.valueOf(why.getMessage()));
        failure = told;
        if (awaited) {
            send(number + 1, told);
        }
    }

    /** The thread goes on to other work: an interruption that came too late must not hit that. */
    private synchronized void end() {
        runner = null;
        var unused = Thread.interrupted();
    }

    /** Nobody wants the answer, or the rest of it. */
    synchronized void cancel() {
        cancelled = true;
        Thread running = runner;
        if (running != null) {
            running.interrupt();
        }
        notifyAll();
    }

    /** It is still wanted. */
    synchronized void kept() {
        askedNanos = clock.nanos();
    }

    /** Whether nothing was heard of the asker for so long. */
    synchronized boolean isForgotten(long patienceNanos) {
        return clock.nanos() - askedNanos > patienceNanos;
    }
}
