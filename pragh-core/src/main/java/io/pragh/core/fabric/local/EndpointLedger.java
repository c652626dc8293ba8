package io.pragh.core.fabric.local;

import io.pragh.core.fabric.FabricCounters;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What an endpoint tells other threads: whether it executes a batch at this moment, and what it has counted. Written by the
 * endpoint's thread, read by any.
 *
 * <p>The words lie in the middle of an array, so that no two endpoints share a cache line.
 */
final class EndpointLedger {
    static final int READS = 0;
    static final int WRITES = 1;
    static final int ATOMICS = 2;
    static final int BYTES = 3;
    static final int BATCHES = 4;
    /** Odd while a batch is executed. */
    private static final int TURN = 5;

    private static final int PADDING = 16;
    private static final int WORDS = 6;
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words = new long[PADDING + WORDS + PADDING];

    /** Announces a batch. What the caller reads afterwards is as new as what a thread in {@link #awaitIdle} wrote before it. */
    void begin() {
        LONGS.setOpaque(words, PADDING + TURN, words[PADDING + TURN] + 1);
        VarHandle.fullFence();
    }

    /** The batch is done; its effects are visible to a thread that {@link #awaitIdle} lets go. */
    void end() {
        LONGS.setRelease(words, PADDING + TURN, words[PADDING + TURN] + 1);
    }

    /** Returns once the batch that is executed at the time of the call, if there is one, is done. */
    void awaitIdle() {
        VarHandle.fullFence();
        long turn = turn();
        if ((turn & 1) == 0) {
            return;
        }
        while (turn() == turn) {
            Thread.onSpinWait();
        }
    }

    /** Adds to one of the counters. */
    void add(int counter, long count) {
        if (count != 0) {
            LONGS.setOpaque(words, PADDING + counter, words[PADDING + counter] + count);
        }
    }

    /** What was counted so far. */
    FabricCounters counters() {
        return new FabricCounters(count(READS), count(WRITES), count(ATOMICS), count(BYTES), count(BATCHES), 0, 0);
    }

    private long count(int counter) {
        return (long) LONGS.getOpaque(words, PADDING + counter);
    }

    private long turn() {
        return (long) LONGS.getAcquire(words, PADDING + TURN);
    }
}
