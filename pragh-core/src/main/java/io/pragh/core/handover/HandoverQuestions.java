package io.pragh.core.handover;

import io.pragh.core.base.Joined;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.HandoverReply;
import io.pragh.core.protocol.HandoverRequest;
import io.pragh.core.protocol.HandoverRequest.Kind;
import io.pragh.core.protocol.MessageType;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests of the taker to the giver in one attempt: each is repeated until it is answered, and many may be open
 * at a time. One thread, but for {@link #replied}.
 */
final class HandoverQuestions {
    private static final long ASK_AGAIN_NANOS = 100_000_000;
    private static final long PATIENCE_NANOS = 20_000_000_000L;
    private static final long LOOK_NANOS = 100_000;
    /** The limit of open work at the giver, in bytes that it copies. */
    private static final int WINDOW_BYTES = 16 * HandoverRequest.CHUNK_BYTES_MAX;
    /** This many bytes of digests count as one byte of copies: the giver's threads have other work to do. */
    private static final int DIGESTED_PER_COPIED = 16;

    /** The limit of open requests: many are for the one or two pages of a run that has changed. */
    private static final int WINDOW = 512;

    private final HandoverContext node;
    private final long attempt;
    private final int giver;
    private final int partition;
    private final ConcurrentHashMap<Long, Question> open = new ConcurrentHashMap<>();
    private long lastSequence;
    private volatile boolean unwanted;

    /** A request and its answer. */
    private static final class Question {
        final long sequence;
        final HandoverRequest request;
        long sentNanos;
        volatile @Nullable HandoverReply reply;

        Question(long sequence, HandoverRequest request) {
            this.sequence = sequence;
            this.request = request;
        }
    }

    /** The giver does not continue this attempt, or cannot be reached. */
    static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        EndedException(String message) {
            super(message, null, false, false);
        }
    }

    /** Receives bytes of an answer. */
    interface Sink {
        /** Receives a request and the bytes of its answer. */
        void answered(HandoverRequest request, byte[] bytes);
    }

    HandoverQuestions(HandoverContext node, long attempt, int giver, int partition) {
        this.node = node;
        this.attempt = attempt;
        this.giver = giver;
        this.partition = partition;
    }

    /** Takes an answer; on the thread that delivers messages. */
    void replied(Message message) {
        Question question = open.get(message.sequence());
        if (question != null && message.from() == giver) {
            HandoverReply reply = HandoverReply.decode(message.payload());
            question.reply = new HandoverReply(reply.word(), ByteBuffer.wrap(reply.bytes())); // a copy of its own
        }
    }

    /** Ends calls that wait for what the taker needs, but not those of a complete copy. Any thread. */
    void giveUp() {
        unwanted = true;
    }

    private void checkWanted() {
        if (unwanted) {
            throw new EndedException("this node is leaving");
        }
    }

    /** Tells the giver that this attempt is given up; the message may be lost. */
    void cancel() {
        send(new Question(++lastSequence, HandoverRequest.of(Kind.CANCEL, partition)));
    }

    /** Repeats a request until the answer is DONE, which is returned. */
    HandoverReply whenDone(Kind kind) {
        while (true) {
            checkWanted();
            HandoverReply reply = answer(kind);
            if (reply.word() == HandoverReply.DONE) {
                return reply;
            }
            if (reply.word() != HandoverReply.WAIT) {
                throw new EndedException("the giver refuses");
            }
            pause(LOOK_NANOS * 10);
        }
    }

    /** The same for bytes, for at most {@code nanos}: both nodes may wait for each other. */
    byte[] bytesWhenDone(Kind kind, long nanos) {
        long began = node.clock().nanos();
        HandoverReply reply = answer(kind);
        while (reply.word() == HandoverReply.WAIT && node.clock().nanos() - began < nanos) {
            checkWanted();
            pause(LOOK_NANOS * 10);
            reply = answer(kind);
        }
        if (reply.word() != HandoverReply.DONE) {
            throw new EndedException("the giver refuses");
        }
        return reply.bytes();
    }

    /**
     * Does work on another thread, and lets the giver hear of this node meanwhile, which would else be taken for dead.
     * Ends the attempt when it takes more than {@code nanos}; the work is over in any case when this returns or throws.
     */
    void whileHeard(Runnable work, long nanos) {
        FutureTask<Boolean> task = new FutureTask<>(work, true);
        Thread worker = new Thread(task, "pragh-keep-" + node.fabric().self() + "-" + partition);
        worker.setDaemon(true);
        worker.start();
        try {
            awaitHeard(task, nanos);
        } catch (EndedException ended) {
            cancel(); // operations wait for the giver, and the work may still take long
            throw ended;
        } finally {
            Joined.join(worker);
        }
        try {
            task.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof PraghException known ? known : new IllegalStateException(failed);
        } catch (InterruptedException later) { // it is done
            Thread.currentThread().interrupt();
        }
    }

    private void awaitHeard(FutureTask<Boolean> task, long nanos) {
        long began = node.clock().nanos();
        long asked = began;
        while (!task.isDone()) {
            long now = node.clock().nanos();
            if (now - began > nanos) {
                throw new EndedException("this node takes too long");
            }
            if (now - asked >= ASK_AGAIN_NANOS) {
                whenDone(Kind.TAKE); // the giver has answered it before
                asked = now;
            }
            pause(LOOK_NANOS);
        }
    }

    /** Fetches a range, and passes its bytes on in their order. */
    void fetchInOrder(Kind kind, long from, long to, Consumer<byte[]> sink) {
        for (long at = from; at < to; at += WINDOW_BYTES) {
            byte[] window = new byte[(int) Math.min(WINDOW_BYTES, to - at)];
            ArrayDeque<HandoverRequest> wanted = new ArrayDeque<>();
            addRange(wanted, kind, at, window.length);
            long first = at;
            fetch(
                    wanted,
                    (request, bytes) ->
                            System.arraycopy(bytes, 0, window, (int) (request.offset() - first), bytes.length));
            sink.accept(window);
        }
    }

    /** Sends a request, and returns its answer, whatever it is. */
    HandoverReply answer(Kind kind) {
        Question question = new Question(++lastSequence, HandoverRequest.of(kind, partition));
        long began = node.clock().nanos();
        ask(question, began);
        while (true) {
            HandoverReply reply = question.reply;
            if (reply != null) {
                open.remove(question.sequence);
                return reply;
            }
            askAgain(question, node.clock().nanos());
            waitForAnswers(began);
        }
    }

    /** Adds requests for a range, each for as many bytes as fit into one answer. */
    void addRange(ArrayDeque<HandoverRequest> wanted, Kind kind, long offset, long bytes) {
        int most = kind == Kind.DIGESTS ? HandoverRequest.DIGESTED_BYTES_MAX : HandoverRequest.CHUNK_BYTES_MAX;
        for (long at = 0; at < bytes; at += most) {
            wanted.add(new HandoverRequest(kind, partition, offset + at, (int) Math.min(most, bytes - at)));
        }
    }

    /** Fetches all of the requests, several at a time. */
    void fetch(ArrayDeque<HandoverRequest> wanted, Sink sink) {
        ArrayDeque<Question> window = new ArrayDeque<>();
        int bytes = 0;
        long heard = node.clock().nanos();
        while (!wanted.isEmpty() || !window.isEmpty()) {
            checkWanted();
            long now = node.clock().nanos();
            while (window.size() < WINDOW && bytes < WINDOW_BYTES && !wanted.isEmpty()) {
                Question next = new Question(++lastSequence, wanted.remove());
                bytes += weight(next);
                ask(next, now);
                window.add(next);
            }
            int before = window.size();
            window.removeIf(question -> takeIn(question, sink));
            bytes = window.stream().mapToInt(HandoverQuestions::weight).sum();
            heard = window.size() < before ? now : heard;
            if (window.size() == before) {
                window.forEach(question -> askAgain(question, now));
                waitForAnswers(heard);
            }
        }
    }

    private static int weight(Question question) {
        HandoverRequest request = question.request;
        return request.kind() == Kind.DIGESTS ? request.bytes() / DIGESTED_PER_COPIED : request.bytes();
    }

    private boolean takeIn(Question question, Sink sink) {
        HandoverReply reply = question.reply;
        if (reply == null) {
            return false;
        }
        open.remove(question.sequence);
        byte[] bytes = reply.bytes();
        if (reply.word() != HandoverReply.DONE || bytes.length != question.request.answerBytes()) {
            throw new EndedException("the giver serves no bytes any more");
        }
        sink.answered(question.request, bytes);
        return true;
    }

    private void ask(Question question, long nowNanos) {
        open.put(question.sequence, question);
        question.sentNanos = nowNanos;
        send(question);
    }

    private void send(Question question) {
        node.fabric()
                .send(new Message(
                        node.fabric().self(),
                        giver,
                        MessageType.HANDOVER,
                        attempt,
                        question.sequence,
                        question.request.encode()));
    }

    private void askAgain(Question question, long nowNanos) {
        if (question.reply == null && nowNanos - question.sentNanos >= ASK_AGAIN_NANOS) {
            ask(question, nowNanos);
        }
    }

    private void waitForAnswers(long sinceNanos) {
        boolean gone = !node.membership().view().has(giver) || node.share().isOver();
        if (gone || node.clock().nanos() - sinceNanos > PATIENCE_NANOS) {
            throw new EndedException("the giver does not answer");
        }
        pause(LOOK_NANOS);
    }

    /** Delivers messages, and sleeps. */
    void pause(long nanos) {
        node.serve().run();
        LockSupport.parkNanos(nanos);
    }
}
