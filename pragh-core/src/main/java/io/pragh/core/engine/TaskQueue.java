package io.pragh.core.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of tasks with many producers and one consumer, without locks and allocation. Every place carries a
 * turn number that tells its next user: {@code position} when a producer may fill it, {@code position + 1} when the
 * consumer may take its task.
 */
final class TaskQueue {
    private final AtomicReferenceArray<@Nullable Runnable> tasks;
    private final AtomicLongArray turns;
    private final AtomicLong tail = new AtomicLong();
    private final int mask;
    private long head;

    /** A queue of {@code capacity} places, a power of two. */
    TaskQueue(int capacity) {
        tasks = new AtomicReferenceArray<>(capacity);
        turns = new AtomicLongArray(capacity);
        mask = capacity - 1;
        for (int i = 0; i < capacity; i++) {
            turns.set(i, i);
        }
    }

    /** Adds a task; false when the queue is full. Any thread. */
    boolean offer(Runnable task) {
        while (true) {
            long position = tail.get();
            int place = (int) position & mask;
            long turn = turns.get(place);
            if (turn == position) {
                if (tail.compareAndSet(position, position + 1)) {
                    tasks.lazySet(place, task);
                    turns.set(place, position + 1);
                    return true;
                }
            } else if (turn < position) {
                return false;
            }
        }
    }

    /** Takes the oldest task; null when there is none or it is still being added. Only for the consumer. */
    @Nullable
    Runnable poll() {
        int place = (int) head & mask;
        if (turns.get(place) != head + 1) {
            return null;
        }
        Runnable task = tasks.get(place);
        tasks.lazySet(place, null);
        turns.set(place, head + mask + 1);
        head++;
        return task;
    }
}
