package io.pragh.tinkerpop.server;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How often, and for how long, a request may be executed again. Immutable.
 *
 * @param number the number of the attempt, from 1 on
 * @param beganNanos when the first attempt began
 */
record RetryBudget(int number, long beganNanos) {
    static final int ATTEMPTS_MAX = 16;
    private static final int PAUSE_BITS_MAX = 6;
    /** Time after which no attempt begins. */
    private static final long NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

    /** A first attempt, which begins now. */
    static RetryBudget begin() {
        return new RetryBudget(1, System.nanoTime());
    }

    boolean isLeft() {
        return number < ATTEMPTS_MAX && System.nanoTime() - beganNanos < NANOS_MAX;
    }

    RetryBudget next() {
        return new RetryBudget(number + 1, beganNanos);
    }

    /**
     * The pause before the next attempt, random and longer with each one, so that conflicting requests do not meet
     * again.
     */
    long pauseMillis() {
        return 1 + ThreadLocalRandom.current().nextLong(1L << Math.min(number, PAUSE_BITS_MAX));
    }
}
