package io.pragh.core.fabric.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tells other threads whether an endpoint executes a batch at this moment. Written by the endpoint's thread, read by
 * any.
 *
 * <p>The word lies in the middle of an array, so that no two endpoints share a cache line.
 */
final class EndpointLedger {
    private static final int PADDING = 16;
    /** Odd while a batch is executed. */
    private static final int TURN = PADDING;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words = new long[PADDING + 1 + PADDING];

    /**
     * Announces a batch. Later reads by the caller see the writes that a thread made before its call of
     * {@link #awaitIdle}.
     */
    void begin() {
        LONGS.setOpaque(words, TURN, words[TURN] + 1);
        VarHandle.fullFence();
    }

    /** Announces the end of a batch, whose effects are visible to a thread that returns from {@link #awaitIdle}. */
    void end() {
        LONGS.setRelease(words, TURN, words[TURN] + 1);
    }

    /** Returns once the batch that is executed at the time of the call, if there is one, has ended. */
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
