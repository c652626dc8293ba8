package io.pragh.rdma.tcp;

import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;

/** The calls to one peer that its machine has refused, one after another, since it had let this node in. One thread at a time. */
// A refusal is the word of a kernel that runs: nobody listens at the port. A process that lives listens for as long as
// its fabric is open, also one that is stopped or stands still, for then the kernel takes the calls. Everything else
// that a call may end with tells nothing of the process, and breaks the row: no answer in time, no way to the machine,
// and somebody who takes the call, whoever that is. A peer that has never let this node in may have told it a place
// where nobody reaches it.
final class RefusedCalls {
    /** So many, and so far apart the first and the last: no single packet, and no moment, decides. */
    private static final int CALLS_MIN = 5;

    private static final long NANOS_MIN = 400_000_000;
    /** What the C library calls ECONNREFUSED; where it speaks another language no call counts as refused. */
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

    /** A time-out and no way are exceptions of other types, or say something else. */
    private static boolean isRefusal(Throwable why) {
        return why instanceof ConnectException
                && !(why instanceof ConnectTimeoutException)
                && String.valueOf(why.getMessage()).contains(REFUSED);
    }

    /** The row is broken. */
    void answered() {
        calls = 0;
    }

    /** The peer has let this node in. */
    void letIn() {
        known = true;
        calls = 0;
    }

    /** The peer is reached elsewhere from now on. */
    void forget() {
        known = false;
        calls = 0;
    }

    /** Whether the machine has said it often enough. */
    boolean areEnough() {
        return known && calls >= CALLS_MIN && lastNanos - firstNanos >= NANOS_MIN;
    }
}
