package io.pragh.core.fabric.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What an endpoint tells other threads: whether it executes a batch at this moment. Written by the endpoint's thread, read by any.
 *
 * <p>The word lies in the middle of an array, so that no two endpoints share a cache line.
 */
final class EndpointLedger {
    private static final int PADDING = 16;
    /** Odd while a batch is executed. */
    private static final int TURN = PADDING;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words = new long[PADDING + 1 + PADDING];

    /** Announces a batch. What the caller reads afterwards is as new as what a thread in {@link #awaitIdle} wrote before it. */
    void begin() {
        LONGS.setOpaque(words, TURN, words[TURN] + 1);
        VarHandle.fullFence();
    }

    /** The batch is done; its effects are visible to a thread that {@link #awaitIdle} lets go. */
    void end() {
        LONGS.setRelease(words, TURN, words[TURN] + 1);
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

    private long turn() {
        return (long) LONGS.getAcquire(words, TURN);
    }
}
