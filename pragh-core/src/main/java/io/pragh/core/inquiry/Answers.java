package io.pragh.core.inquiry;

import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.InquiryReply;
import io.pragh.core.protocol.InquiryRequest;
import io.pragh.core.protocol.MessageType;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The answers of this node to others, on threads of their own. Any thread. */
final class Answers implements AutoCloseable {
    /** An answer is given up when nobody has asked for anything of it for so long. */
    static final long PATIENCE_NANOS = 5_000_000_000L;
    /** Questions that wait for a thread, for each thread. */
    static final int WAITING_PER_THREAD = 4;
    /** Answers that are not given up: each may hold two pieces. */
    static final int OPEN_MAX = 1024;

    /** Answers that are under way have so long to be fetched when the node stops answering in order. */
    static final long FINISH_NANOS = 3_000_000_000L;

    private static final long REST_NANOS = 1_000_000;
    private static final long IDLE_SECONDS = 10;
    private static final long END_SECONDS = 30;

    private final Fabric fabric;
    private final Supplier<ClusterView> view;
    private final Clock clock;
    private final int threads;
    private final ConcurrentHashMap<Key, Answer> open = new ConcurrentHashMap<>();
    private final LongAdder complete = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile @Nullable Work work;

    /** An inquiry's number is its node's. */
    private record Key(int asker, long inquiry) {}

    /** Who answers, and on which threads. */
    private record Work(Answerer answerer, ThreadPoolExecutor executor) {}

    Answers(Fabric fabric, Supplier<ClusterView> view, Clock clock, int threads) {
        this.fabric = fabric;
        this.view = view;
        this.clock = clock;
        this.threads = threads;
    }

    /** Answers from now on. */
    synchronized void begin(Answerer answerer) {
        close();
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(threads * WAITING_PER_THREAD),
                task -> {
                    Thread thread = new Thread(task, "pragh-answer-" + fabric.self() + "-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        work = new Work(answerer, executor);
    }

    /** Handles a request; on the thread that delivers messages. */
    void handle(Message message) {
        InquiryRequest request = InquiryRequest.decode(message.payload());
        Key key = new Key(message.from(), message.client());
        switch (request.kind()) {
            case ASK -> asked(key, message.sequence(), request);
            case CANCEL -> cancel(key);
            case KEEP -> kept(key);
        }
    }

    private void asked(Key key, long piece, InquiryRequest request) {
        Answer known = open.get(key);
        if (known != null) {
            known.asked(piece);
        } else if (piece == 0) {
            begin(key, request);
        } else {
            reply(key, piece, InquiryReply.UNKNOWN);
        }
    }

    private void kept(Key key) {
        Answer known = open.get(key);
        if (known != null) {
            known.kept();
        }
    }

    private void begin(Key key, InquiryRequest request) {
        Work now = work;
        if (now == null || open.size() >= OPEN_MAX) {
            refuse(key);
            return;
        }
        Answer answer = new Answer(
                fabric,
                clock,
                new Answer.Asked(key.asker, key.inquiry, request.question()),
                now.answerer,
                complete::increment);
        Answer other = open.putIfAbsent(key, answer); // another thread may deliver the repetition
        if (other != null) {
            other.asked(0);
            return;
        }
        answer.asked(0);
        try {
            now.executor.execute(answer);
        } catch (RejectedExecutionException busy) {
            open.remove(key);
            refuse(key);
        }
    }

    private void refuse(Key key) {
        refused.increment();
        reply(key, 0, InquiryReply.REFUSED);
    }

    private void reply(Key key, long piece, long word) {
        fabric.send(new Message(
                fabric.self(), key.asker, MessageType.INQUIRY_REPLY, key.inquiry, piece, 0, InquiryReply.encode(word)));
    }

    private void cancel(Key key) {
        Answer answer = open.remove(key);
        if (answer != null) {
            answer.cancel();
        }
    }

    /** Gives up what nobody waits for any more. */
    void step() {
        if (open.isEmpty()) {
            return;
        }
        ClusterView now = view.get();
        open.forEach((key, answer) -> {
            if (answer.isForgotten(PATIENCE_NANOS) || !now.has(key.asker)) {
                cancel(key);
            }
        });
    }

    /** Answered to the end. */
    long complete() {
        return complete.sum();
    }

    /** Refused because nobody answers here, or too many were open. */
    long refused() {
        return refused.sum();
    }

    /** Known at the moment. */
    int size() {
        return open.size();
    }

    /**
     * Refuses everything from now on, lets what is open come to its end while its askers fetch it, for {@link #FINISH_NANOS} at most, and
     * gives up the rest.
     */
    synchronized void finish() {
        Work ending = work;
        if (ending == null) {
            return;
        }
        work = null;
        long began = clock.nanos();
        while (!open.isEmpty()
                && clock.nanos() - began < FINISH_NANOS
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, REST_NANOS);
        }
        end(ending);
    }

    /** Refuses everything from now on, gives up what is open, and returns when no thread works on it any more. */
    @Override
    public synchronized void close() {
        Work ending = work;
        if (ending == null) {
            return;
        }
        work = null;
        end(ending);
    }

    private void end(Work ending) {
        ending.executor.shutdown();
        open.keySet().forEach(this::cancel);
        try {
            var unused = ending.executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
