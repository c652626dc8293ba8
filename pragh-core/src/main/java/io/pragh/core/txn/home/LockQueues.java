package io.pragh.core.txn.home;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Who waits for which key of a home, in the order in which they came. Any thread. */
// Without an order a waiter, who looks now and then, loses a hot key again and again to newcomers who ask at the
// right moment. A newcomer that does not want to wait is told that the key is busy as long as somebody waits. Nobody
// waits in a circle for it: all who wait take their keys in the same order, and those in front of a waiter wait for
// the same key.
final class LockQueues {
    private final ConcurrentHashMap<Long, ConcurrentLinkedQueue<ClaimOperation>> waiting = new ConcurrentHashMap<>();

    /** Whether nobody has waited for the key for longer. */
    boolean isFirst(ClaimOperation operation) {
        if (waiting.isEmpty()) {
            return true;
        }
        ConcurrentLinkedQueue<ClaimOperation> queue = waiting.get(operation.key());
        ClaimOperation first = queue == null ? null : queue.peek();
        return first == null || first == operation;
    }

    /** Whether anybody waits for the key. */
    boolean isWaitedFor(long key) {
        return !waiting.isEmpty() && waiting.containsKey(key);
    }

    /** Takes the last place, unless it has one. */
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

    /** Gives the place up: the operation has the key, or does not want it any more. */
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
