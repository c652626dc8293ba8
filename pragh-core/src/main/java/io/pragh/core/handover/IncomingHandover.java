package io.pragh.core.handover;

import io.pragh.core.base.PraghException;
import io.pragh.core.base.WordList;
import io.pragh.core.fabric.Message;
import io.pragh.core.handover.HandoverQuestions.EndedException;
import io.pragh.core.protocol.HandoverReply;
import io.pragh.core.protocol.HandoverRequest;
import io.pragh.core.protocol.HandoverRequest.Kind;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** One attempt to take a partition over, at the taker. One thread, but for {@link #replied}. */
// docs/protocols/handover.md. A crash of this node before the view was changed leaves the partition with its giver,
// which notices the silence or the later view. After the change, the partition is lost like any other of this node;
// or, where nodes have data folders, it waits for this node's folder, which has said that the partition arrives.
final class IncomingHandover {
    private static final long LOOK_NANOS = 100_000;
    private static final long READY_AGAIN_NANOS = 25_000_000;
    private static final long REFUSED_NANOS_MAX = 500_000_000;
    /**
     * Longer than the 100 ms after which a refused commit asks again, so that all waiting commits are admitted before
     * the next attempt.
     */
    private static final long BACK_OFF_NANOS = 150_000_000;
    /** The number of changed bytes that can be copied while all updates wait. */
    private static final long BYTES_LEFT = 8 << 20;

    private static final int PASSES_AHEAD_MAX = 5;
    /** Two nodes that give to each other wait for each other's checkpoints no longer than this. */
    private static final long KEPT_NANOS_MAX = 30_000_000_000L;
    /** How long the last syncs of the folder may take, while all updates wait: these end with an error after 5 s. */
    private static final long SYNCS_NANOS_MAX = 4_000_000_000L;

    private final HandoverContext node;
    private final long attempt;
    private final int partition;
    private final int life;
    private final HandoverQuestions giver;
    private final @Nullable Keeping keeping;
    private @Nullable RegionCopy copy;

    /** An attempt; {@code copy} is the copy of an earlier attempt, if it may be used again. */
    IncomingHandover(
            HandoverContext node,
            @Nullable Keeping keeping,
            long attempt,
            int giver,
            int partition,
            int life,
            @Nullable RegionCopy copy) {
        this.node = node;
        this.keeping = keeping;
        this.attempt = attempt;
        this.partition = partition;
        this.life = life;
        this.giver = new HandoverQuestions(node, attempt, giver, partition);
        this.copy = copy;
    }

    /** Takes an answer; on the thread that delivers messages. */
    void replied(Message message) {
        giver.replied(message);
    }

    /** Ends the attempt, unless the copy is complete: then it is the giver who decides. Any thread. */
    void giveUp() {
        giver.giveUp();
    }

    /** The copy, for another attempt; null when it is in use. */
    @Nullable
    RegionCopy copy() {
        return copy;
    }

    /** Returns when this node serves the partition, or another attempt is needed. */
    void run() {
        try {
            copyAhead();
            Keeping folder = keeping;
            if (folder == null) {
                take(() -> {});
            } else {
                folder.undisturbed(() -> takeInto(folder));
            }
            awaitService();
        } catch (PraghException failed) { // for example no memory: another attempt would end in the same way
            giver.cancel();
            throw failed;
        } catch (EndedException ended) {
            giver.cancel();
            giver.pause(BACK_OFF_NANOS
                    + (attempt * 7_919 & 127) * 1_000_000); // keeps two draining nodes from colliding again
        }
    }

    /** Stops all changes of the partition, and makes the copy complete; {@code kept} is the last step. */
    private void take(Runnable kept) {
        HandoverReply shape = giver.whenDone(Kind.TAKE);
        node.share().expectNot(partition); // from here on an earlier attempt cannot succeed
        WordList state = state(shape);
        RegionCopy copied = copy(shape);
        copied.update(shape.number(1), state, giver);
        kept.run();
        copy = null; // the copy is a partition's memory now
        node.share().expect(partition, life, copied.region(), WordList.of(state.bytes()));
    }

    /** The same, when the folder of this node has everything, too. */
    private void takeInto(Keeping folder) {
        byte[] shape = giver.bytesWhenDone(Kind.KEPT, KEPT_NANOS_MAX);
        try (Keeping.Taking taking = folder.take(partition, shape)) {
            giver.fetchInOrder(Kind.PART, 0, taking.partBytes(), taking::part);
            taking.endPart();
            long had = 0;
            for (int pass = 0; pass < PASSES_AHEAD_MAX && (pass == 0 || taking.tailBytes(shape) - had > 0); pass++) {
                had = commits(taking, had, shape);
                shape = giver.bytesWhenDone(Kind.KEPT, KEPT_NANOS_MAX);
            }
            copyAhead(); // what has changed meanwhile
            long ahead = had;
            take(() -> {
                byte[] all = giver.bytesWhenDone(Kind.KEPT, KEPT_NANOS_MAX);
                if (!taking.isAll(all)) {
                    throw new EndedException("the giver does not have all commits");
                }
                commits(taking, ahead, all);
                giver.whileHeard(taking::complete, SYNCS_NANOS_MAX);
            });
        }
    }

    private long commits(Keeping.Taking taking, long had, byte[] shape) {
        long bytes = taking.tailBytes(shape);
        giver.fetchInOrder(Kind.TAIL, had, bytes, taking::tail);
        return bytes;
    }

    /** Copies while updates go on, until few bytes are left; all updates wait for the bytes that are copied later. */
    private void copyAhead() {
        long before = Long.MAX_VALUE;
        for (int pass = 0; pass < PASSES_AHEAD_MAX; pass++) {
            HandoverReply shape = giver.whenDone(Kind.LOOK);
            long bytes = copy(shape).update(shape.number(1), state(shape), giver);
            if (bytes <= BYTES_LEFT || bytes > before / 2) {
                return;
            }
            before = bytes;
        }
    }

    /** The copy so far, or an empty one when the partition has another shape. */
    private RegionCopy copy(HandoverReply shape) {
        RegionCopy now = copy;
        if (now == null || !now.fits(shape.number(0), shape.number(1))) {
            int segmentsMax = Math.max(shape.number(2), node.basis().memory().segmentCountMax());
            now = new RegionCopy(node.fabric(), shape.number(0), segmentsMax);
            copy = now;
        }
        return now;
    }

    private WordList state(HandoverReply shape) {
        byte[] state = new byte[shape.number(3)];
        ArrayDeque<HandoverRequest> wanted = new ArrayDeque<>();
        giver.addRange(wanted, Kind.STATE, 0, state.length);
        giver.fetch(
                wanted, (request, bytes) -> System.arraycopy(bytes, 0, state, (int) request.offset(), bytes.length));
        return WordList.of(state);
    }

    /**
     * Tells the giver that the copy is complete, and waits until a view names this node, or the giver ends the
     * attempt.
     */
    private void awaitService() {
        long refusedNanos = 0;
        while (node.share().store().partition(partition) == null) {
            HandoverReply reply = giver.answer(Kind.READY);
            long now = node.clock().nanos();
            if (reply.word() == HandoverReply.DONE) {
                refusedNanos = 0;
            } else if (refusedNanos == 0) {
                refusedNanos = now; // given up; or the view was changed, and is still to arrive here
            } else if (now - refusedNanos > REFUSED_NANOS_MAX) {
                return;
            }
            long asked = now;
            while (node.share().store().partition(partition) == null
                    && node.clock().nanos() - asked < READY_AGAIN_NANOS) {
                giver.pause(LOOK_NANOS);
            }
        }
    }
}
