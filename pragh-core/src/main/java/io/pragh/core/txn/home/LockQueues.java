package io.pragh.core.txn.home;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A first-come queue of the claims that wait for each key of a home. Any thread. */
// Without an order a waiting claim, which polls, would lose a hot key repeatedly to newcomers that ask at the right
// moment. A newcomer that does not wait is told that the key is busy as long as a claim waits. The queues cause no
// deadlock: all waiting claims take their keys in the same order, and the claims in front of one in a queue wait for
// the same key.
final class LockQueues {
    private final ConcurrentHashMap<Long, ConcurrentLinkedQueue<ClaimOperation>> waiting = new ConcurrentHashMap<>();

    /** Whether no claim has waited longer for the key. */
    boolean isFirst(ClaimOperation operation) {
        if (waiting.isEmpty()) {
            return true;
        }
        ConcurrentLinkedQueue<ClaimOperation> queue = waiting.get(operation.key());
        ClaimOperation first = queue == null ? null : queue.peek();
        return first == null || first == operation;
    }

    /** Whether a claim waits for the key. */
    boolean isWaitedFor(long key) {
        return !waiting.isEmpty() && waiting.containsKey(key);
    }

    /** Appends a claim to the queue of its key, unless it is in it already. */
    void enter(ClaimOperation operation) {
        operation.queued(true);
        waiting.compute(operation.key(), (key, known) -> {
            ConcurrentLinkedQueue<ClaimOperation> queue = known == null ? new ConcurrentLinkedQueue<>() : known;
            if (!queue.contains(operation)) {
                queue.add(operation);
            }
            return queue;
        });
    }

    /** Removes a claim that has its key or no longer wants it. */
    void leave(ClaimOperation operation) {
        if (!operation.isQueued()) {
            return;
        }
        operation.queued(false);
        waiting.computeIfPresent(operation.key(), (key, queue) -> {
            queue.remove(operation);
            return queue.isEmpty() ? null : queue;
        });
    }
}
