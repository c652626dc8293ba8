package io.pragh.coordinator.planner;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The planner's memory of one value: its owner, the evidence of its readers, and its moves. One thread. */
// A plan is executed some time after it was made, and a report is about the past. In between, the planner believes
// its own decision: a report that began before the move neither contradicts it nor counts for the two nodes
// concerned. A report that began half a cooldown after the move and still names another owner does contradict: the
// move failed, and is taken back.
final class TrackedKey {
    static final int NONE = -1;

    final long key;
    final long firstSeenNanos;
    private final List<Evidence> evidence = new ArrayList<>(4);

    private int owner = NONE;
    private int ownerPartition;
    private int bytes;
    private long touchedNanos;

    private boolean moved;
    private boolean moveConfirmed;
    private int movedFrom = NONE;
    private long movedNanos;
    private int recentMoves;

    private int watcher = NONE;
    private long watchNanos;
    private boolean watchAnswered;
    private int watchRequests;
    private boolean doubt;

    /** A value that is reported for the first time. */
    TrackedKey(long key, long nowNanos) {
        this.key = key;
        this.firstSeenNanos = nowNanos;
        this.touchedNanos = nowNanos;
    }

    // ---- what reports say

    /** One span of counting; the span of a report decides whether the report can be about a given state. */
    record Span(long startNanos, long endNanos) {
        /** Whether at most a tenth of the span lies before the moment. */
        boolean isSince(long nanos) {
            return startNanos + (endNanos - startNanos) / 10 >= nanos;
        }
    }

    /** Takes the owner from a report; a contradiction counts once it cannot be older than the last move. */
    void ownerReported(int node, int partition, Span span, long patienceNanos) {
        if (node == owner) {
            ownerPartition = partition;
            moveConfirmed = true;
        } else if (owner == NONE) {
            owner = node;
            ownerPartition = partition;
        } else if (!moved || span.isSince(movedNanos + patienceNanos)) {
            if (moved && !moveConfirmed) {
                recentMoves = Math.max(0, recentMoves - 1);
                moveConfirmed = true;
            }
            handOver(node, span.endNanos);
            ownerPartition = partition;
        }
    }

    /** Adds remote reads by a node. */
    void readRemotely(int node, Span span, int count, long memoryNanos) {
        if (node == owner) {
            return; // counted before it took the value over
        }
        Evidence of = evidenceOf(node);
        if (moved && node == movedFrom && !span.isSince(movedNanos)) {
            if (of != null) {
                of.skip(span.endNanos);
            }
            return;
        }
        if (of == null) {
            of = new Evidence(node, span.startNanos);
            evidence.add(of);
        }
        doubt |= of.observe(span.startNanos, span.endNanos, count, memoryNanos);
    }

    /** Adds local reads by the node that was asked to watch; true when an earlier planner had asked it. */
    boolean readLocally(int node, Span span, int count, long memoryNanos) {
        if (node != owner || (watcher != NONE && watcher != node)) {
            return false; // counted before it handed the value over
        }
        boolean adopted = watcher == NONE;
        if (adopted) {
            watcher = node;
            watchNanos = span.startNanos;
        }
        if (!span.isSince(watchNanos)) {
            return adopted;
        }
        Evidence of = evidenceOf(node);
        if (of == null) {
            of = new Evidence(node, span.startNanos);
            evidence.add(of);
        }
        of.observe(span.startNanos, span.endNanos, count, memoryNanos);
        watchAnswered = true;
        doubt = false;
        return adopted;
    }

    /** Takes the size of the block from a report. */
    void sized(int blockBytes, long nowNanos) {
        bytes = blockBytes;
        touchedNanos = nowNanos;
    }

    /** Applies what the reports did not name: silence, nodes that are gone, a partition that was taken over. */
    void settle(Reporters reporters, long memoryNanos) {
        int serving = reporters.nodeOf(ownerPartition);
        if (serving != owner && isOwnerConfirmed()) {
            handOver(serving, touchedNanos);
        }
        evidence.removeIf(e -> !reporters.isServing(e.node));
        for (Evidence e : evidence) {
            e.missing(reporters.reportedUntil(e.node, e.updatedNanos()), memoryNanos);
        }
    }

    // ---- what the planner decides

    /** Records a decision to move the value. */
    void move(int target, long nowNanos, long restNanos) {
        recentMoves = recentMovesAt(nowNanos, restNanos) + 1;
        movedFrom = owner;
        movedNanos = nowNanos;
        moved = true;
        moveConfirmed = false;
        handOver(target, nowNanos);
    }

    private void handOver(int node, long nowNanos) {
        Evidence former = evidenceOf(owner);
        if (former != null) {
            former.thaw(nowNanos);
        }
        Evidence next = evidenceOf(node);
        if (next != null) {
            next.freeze();
        }
        owner = node;
    }

    /** Records that a node was asked to count its local reads. */
    void watch(int node, long nowNanos) {
        watchRequests = watcher == node ? watchRequests + 1 : 1;
        watcher = node;
        watchNanos = nowNanos;
        watchAnswered = false;
    }

    /** Records that the watching node is told to stop. */
    void unwatch() {
        Evidence of = evidenceOf(watcher);
        if (of != null && watcher == owner) {
            of.freeze();
        }
        watcher = NONE;
        watchAnswered = false;
        watchRequests = 0;
    }

    /** The owner was asked several times and never answered: it counts as not reading the value. */
    void takeSilenceForZero(long nowNanos, long memoryNanos) {
        Evidence of = evidenceOf(owner);
        evidence.remove(of);
        Evidence silence = new Evidence(owner, watchNanos);
        silence.observe(Math.min(watchNanos, nowNanos - 1), nowNanos, 0, memoryNanos);
        evidence.add(silence);
        watchAnswered = true;
        doubt = false;
    }

    // ---- what is known

    /** The present owner, as far as the planner knows. */
    int owner() {
        return owner;
    }

    /** Whether a report, and not only a plan, has named the owner. */
    boolean isOwnerConfirmed() {
        return !moved || moveConfirmed;
    }

    /** The partition that was last reported to hold the value. */
    int ownerPartition() {
        return ownerPartition;
    }

    /** Bytes of the value's block. */
    int bytes() {
        return bytes;
    }

    /** When a report last named the key. */
    long touchedNanos() {
        return touchedNanos;
    }

    /** Whether the value has ever moved. */
    boolean hasMoved() {
        return moved;
    }

    /** Whether the value has moved less than {@code nanos} ago. */
    boolean hasMovedWithin(long nanos, long nowNanos) {
        return moved && nowNanos - movedNanos < nanos;
    }

    /** How many moves weigh on the next one; one is forgiven for every {@code restNanos} without a move. */
    int recentMovesAt(long nowNanos, long restNanos) {
        return moved ? (int) Math.max(0, recentMoves - (nowNanos - movedNanos) / restNanos) : 0;
    }

    /** The node asked to watch, or {@link #NONE}. */
    int watcher() {
        return watcher;
    }

    /** Time of the request to watch. */
    long watchNanos() {
        return watchNanos;
    }

    /** Whether the watcher has answered. */
    boolean isWatchAnswered() {
        return watchAnswered;
    }

    /** Number of requests to watch. */
    int watchRequests() {
        return watchRequests;
    }

    /** Whether a reader has appeared or changed since the owner last reported its own reads. */
    boolean isDoubtful() {
        return doubt;
    }

    /** The evidence of every node that reads the value. */
    List<Evidence> evidence() {
        return evidence;
    }

    /** The evidence of one node. */
    @Nullable
    Evidence evidenceOf(int node) {
        for (Evidence e : evidence) {
            if (e.node == node) {
                return e;
            }
        }
        return null;
    }

    /** Reads per second by all nodes. */
    double perSecond() {
        double sum = 0;
        for (Evidence e : evidence) {
            sum += e.perSecond();
        }
        return sum;
    }

    /** Reads by all nodes, faded to a given moment. */
    double warmth(long nowNanos, long memoryNanos) {
        double sum = 0;
        for (Evidence e : evidence) {
            sum += e.reads(nowNanos, memoryNanos);
        }
        return sum;
    }
}
