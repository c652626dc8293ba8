package io.pragh.core.txn;

import io.pragh.core.protocol.Claim;
import java.util.List;

/**
 * What one home, or all homes of this node together, have been asked and have answered in one commit. The monitor of its {@link
 * CommitOperation} guards it.
 */
final class AskedHome {
    final int partition;
    final List<Claim> claims;
    long epoch;
    boolean asked;
    boolean everAsked;
    /** Which life the home lived when it was first asked and did not refuse. */
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
