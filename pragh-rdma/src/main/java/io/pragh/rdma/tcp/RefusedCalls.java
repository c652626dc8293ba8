package io.pragh.rdma.tcp;

import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;

/**
 * Counts the consecutive calls to one peer that its machine has refused since the peer had let this node in. One
 * thread at a time.
 */
// A refusal comes from a running kernel: no process listens at the port. A living process listens for as long as its
// fabric is open, also while it is stopped or stalled, for then the kernel accepts the calls. Every other outcome of
// a call says nothing about the process, and resets the count: no answer in time, no route to the machine, or an
// accepted call, by whichever process. Only a peer that had let this node in counts: another one may have advertised
// an address where it cannot be reached.
final class RefusedCalls {
    /**
     * The least number of refusals, and the least time between the first and the last: no single packet, and no
     * moment, decides.
     */
    private static final int CALLS_MIN = 5;

    private static final long NANOS_MIN = 400_000_000;
    /** The C library's text for ECONNREFUSED; under a locale with another text, no call counts as refused. */
    private static final String REFUSED = "refused";

    private boolean known;
    private int calls;
    private long firstNanos;
    private long lastNanos;

    /** A call to the peer has failed. */
    void failed(Throwable why, long nowNanos) {
        if (!isRefusal(why)) {
            answered();
            return;
        }
        firstNanos = calls == 0 ? nowNanos : firstNanos;
        lastNanos = nowNanos;
        calls++;
    }

    /** A time-out and a missing route are exceptions of other types, or have another text. */
    private static boolean isRefusal(Throwable why) {
        return why instanceof ConnectException
                && !(why instanceof ConnectTimeoutException)
                && String.valueOf(why.getMessage()).contains(REFUSED);
    }

    /** A call was accepted: the count starts again. */
    void answered() {
        calls = 0;
    }

    /** The peer has let this node in. */
    void letIn() {
        known = true;
        calls = 0;
    }

    /** The peer has another address from now on. */
    void forget() {
        known = false;
        calls = 0;
    }

    /** Whether there are enough refusals to take the process for dead. */
    boolean areEnough() {
        return known && calls >= CALLS_MIN && lastNanos - firstNanos >= NANOS_MIN;
    }
}
