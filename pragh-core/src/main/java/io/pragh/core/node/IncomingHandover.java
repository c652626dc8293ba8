package io.pragh.core.node;

import io.pragh.core.base.PraghException;
import io.pragh.core.base.WordList;
import io.pragh.core.fabric.Message;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.HandoverReply;
import io.pragh.core.protocol.HandoverRequest;
import io.pragh.core.protocol.HandoverRequest.Kind;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.store.Partition;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One attempt to take a partition over. One thread, but for {@link #replied}. */
// docs/protocols/handover.md. A crash of this node before the view was changed leaves the partition with its giver,
// which notices
// the silence or the later view; after that, it is lost as any of a node's partitions.
final class IncomingHandover {
    private static final long ASK_AGAIN_NANOS = 100_000_000;
    private static final long PATIENCE_NANOS = 20_000_000_000L;
    private static final long LOOK_NANOS = 100_000;
    private static final long BACK_OFF_NANOS = 20_000_000;
    private static final int WINDOW = 16;

    private final HandoverContext node;
    private final long attempt;
    private final int giver;
    private final int partition;
    private final int life;
    private final ConcurrentHashMap<Long, Question> open = new ConcurrentHashMap<>();
    private long lastSequence;

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

    /** The giver does not go on with this attempt, or cannot be reached. */
    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        EndedException(String message) {
            super(message, null, false, false);
        }
    }

    /** Gets bytes of an answer. */
    private interface Sink {
        void bytes(long offset, byte[] bytes);
    }

    IncomingHandover(HandoverContext node, long attempt, int giver, int partition, int life) {
        this.node = node;
        this.attempt = attempt;
        this.giver = giver;
        this.partition = partition;
        this.life = life;
    }

    /** An answer has arrived; on the thread that delivers messages. */
    void replied(Message message) {
        Question question = open.get(message.sequence());
        if (question != null && message.from() == giver) {
            HandoverReply reply = HandoverReply.decode(message.payload());
            question.reply = new HandoverReply(reply.word(), ByteBuffer.wrap(reply.bytes())); // its own now
        }
    }

    /** True when this node serves the partition; false when another attempt is needed. */
    boolean run() {
        try {
            HandoverReply shape = take();
            node.share().expectNot(partition); // from here on an earlier attempt cannot succeed
            WordList state = state(shape);
            Region region = memory(shape, state);
            WordList description = WordList.of(state.bytes());
            long now = node.clock().nanos();
            Partition copy = Partition.copied(partition, node.homes(), region, description, node.surroundings(), now);
            node.share().expect(new PartitionCopy(copy, life, description));
            return serves();
        } catch (PraghException failed) { // no memory, say: another attempt would end in the same way
            cancel();
            throw failed;
        } catch (EndedException ended) {
            cancel();
            pause(BACK_OFF_NANOS
                    + (attempt * 7_919 & 31) * 1_000_000); // two that drain for each other do not meet again
            return false;
        }
    }

    private void cancel() {
        ask(
                new Question(++lastSequence, HandoverRequest.of(Kind.CANCEL, partition)),
                node.clock().nanos());
    }

    private HandoverReply take() {
        while (true) {
            HandoverReply reply = answer(HandoverRequest.of(Kind.TAKE, partition));
            if (reply.word() == HandoverReply.DONE) {
                return reply;
            }
            if (reply.word() != HandoverReply.WAIT) {
                throw new EndedException("the giver refuses");
            }
            pause(LOOK_NANOS * 10);
        }
    }

    private WordList state(HandoverReply shape) {
        byte[] state = new byte[shape.number(2)];
        ArrayDeque<HandoverRequest> wanted = new ArrayDeque<>();
        addRange(wanted, Kind.STATE, 0, state.length);
        fetch(wanted, (offset, bytes) -> System.arraycopy(bytes, 0, state, (int) offset, bytes.length));
        return WordList.of(state);
    }

    /** A region with the bytes of all pages in use. */
    private Region memory(HandoverReply shape, WordList state) {
        int segments = shape.number(1);
        int segmentsMax = Math.max(segments, node.config().memory().segmentCountMax());
        Region region = node.fabric().region(shape.number(0), segmentsMax);
        for (int i = 0; i < segments; i++) {
            if (region.grow() < 0) {
                throw new PraghException("this node has no memory for a partition that it is to take over: partition="
                        + partition + " segments=" + segments + " segmentBytes=" + shape.number(0));
            }
        }
        ArrayDeque<HandoverRequest> wanted = new ArrayDeque<>();
        new PageRuns(region, state)
                .forEachUsed(
                        (offset, pages) -> addRange(wanted, Kind.MEMORY, offset, (long) pages * PageRuns.PAGE_BYTES));
        fetch(wanted, (offset, bytes) -> region.put(offset, bytes, 0, bytes.length));
        return region;
    }

    private void addRange(ArrayDeque<HandoverRequest> wanted, Kind kind, long offset, long bytes) {
        for (long at = 0; at < bytes; at += HandoverRequest.CHUNK_BYTES_MAX) {
            int length = (int) Math.min(HandoverRequest.CHUNK_BYTES_MAX, bytes - at);
            wanted.add(new HandoverRequest(kind, partition, offset + at, length));
        }
    }

    /** Asks for all of it, several pieces at a time. */
    private void fetch(ArrayDeque<HandoverRequest> wanted, Sink sink) {
        ArrayDeque<Question> window = new ArrayDeque<>();
        long heard = node.clock().nanos();
        while (!wanted.isEmpty() || !window.isEmpty()) {
            long now = node.clock().nanos();
            while (window.size() < WINDOW && !wanted.isEmpty()) {
                Question next = new Question(++lastSequence, wanted.remove());
                ask(next, now);
                window.add(next);
            }
            int before = window.size();
            window.removeIf(question -> takeIn(question, sink));
            heard = window.size() < before ? now : heard;
            if (window.size() == before) {
                window.forEach(question -> askAgain(question, now));
                waitForAnswers(heard);
            }
        }
    }

    private boolean takeIn(Question question, Sink sink) {
        HandoverReply reply = question.reply;
        if (reply == null) {
            return false;
        }
        open.remove(question.sequence);
        byte[] bytes = reply.bytes();
        if (reply.word() != HandoverReply.DONE || bytes.length != question.request.bytes()) {
            throw new EndedException("the giver serves no bytes any more");
        }
        sink.bytes(question.request.offset(), bytes);
        return true;
    }

    private HandoverReply answer(HandoverRequest request) {
        Question question = new Question(++lastSequence, request);
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

    private void ask(Question question, long nowNanos) {
        open.put(question.sequence, question);
        question.sentNanos = nowNanos;
        node.fabric()
                .send(new Message(
                        node.fabric().self(),
                        giver,
                        MessageType.HANDOVER,
                        attempt,
                        question.sequence,
                        0,
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

    private void pause(long nanos) {
        node.serve().run();
        LockSupport.parkNanos(nanos);
    }

    /** Tells the giver that everything is here, and waits until a view says so. */
    private boolean serves() {
        long refusedNanos = 0;
        while (node.share().store().partition(partition) == null) {
            HandoverReply reply = answer(HandoverRequest.of(Kind.READY, partition));
            long now = node.clock().nanos();
            if (reply.word() == HandoverReply.DONE) {
                refusedNanos = 0;
            } else if (refusedNanos == 0) {
                refusedNanos = now; // given up; or the view was changed, and is on its way here
            } else if (now - refusedNanos > ASK_AGAIN_NANOS * 5) {
                return false;
            }
            long asked = now;
            while (node.share().store().partition(partition) == null
                    && node.clock().nanos() - asked < ASK_AGAIN_NANOS / 4) {
                pause(LOOK_NANOS);
            }
        }
        return true;
    }
}
