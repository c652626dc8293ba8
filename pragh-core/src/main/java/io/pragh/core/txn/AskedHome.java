package io.pragh.core.txn;

import io.pragh.core.protocol.Claim;
import java.util.List;

/**
 * The state that a {@link CommitOperation} keeps for one home, or for all homes of its node together: the requests
 * sent and the answer received in the current step. The monitor of the {@link CommitOperation} guards it.
 */
final class AskedHome {
    final int partition;
    final List<Claim> claims;
    long epoch;
    boolean asked;
    boolean everAsked;
    /** The life of the home at the first PREPARE that it has not refused. */
    int life;

    boolean answered;
    long word;
    String reason = "";
    long sentNanos;
    int sends;
    int refusals;

    AskedHome(int partition, List<Claim> claims) {
        this.partition = partition;
        this.claims = claims;
    }
}
