package io.pragh.core.base;

/**
 * A clock that stops while this process does not run: while its machine stood still, or the process was stopped, or
 * collected garbage. For time-outs of answers: an answer that arrived meanwhile is handled before the wait ends. Not
 * for leases and other promises to other nodes, whose clocks go on. Any thread.
 */
// One thread beats several times within STANDSTILL_NANOS. Time since the latest beat counts up to that, so the clock
// stops when the beat does; the next beat notes the rest as lost. Both computations give the same time at the beat:
// the clock never goes backwards.
public final class RunningClock implements Clock {
    /** Longest delay of a thread that only beats, on a busy machine that runs. */
    private static final long STANDSTILL_NANOS = 250_000_000;
    /** A beat that is missing for longer will not come again: its thread has ended. */
    private static final long STANDSTILL_NANOS_MAX = 60_000_000_000L;

    private final Clock clock;
    private volatile Beat beat;

    private record Beat(long nanos, long lostNanos) {}

    /** Creates a clock that follows another one; a thread has to call {@link #beat}. */
    public RunningClock(Clock clock) {
        this.clock = clock;
        this.beat = new Beat(clock.nanos(), 0);
    }

    /** Notes that this process runs, and returns the time of the other clock. One thread, every few milliseconds. */
    public long beat() {
        Beat before = beat;
        long now = clock.nanos();
        beat = new Beat(now, before.lostNanos + lost(now - before.nanos));
        return now;
    }

    @Override
    public long nanos() {
        Beat latest = beat;
        long now = clock.nanos();
        return now - latest.lostNanos - lost(now - latest.nanos);
    }

    private static long lost(long sinceNanos) {
        return Math.max(0, Math.min(sinceNanos, STANDSTILL_NANOS_MAX) - STANDSTILL_NANOS);
    }
}
