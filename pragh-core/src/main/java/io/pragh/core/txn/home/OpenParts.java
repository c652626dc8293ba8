package io.pragh.core.txn.home;

import java.util.List;

/** Transactions of several homes that a node took part in at one moment. One thread. */
public final class OpenParts {
    private final List<Participant> participants;

    OpenParts(List<Participant> participants) {
        this.participants = participants;
    }

    /** Whether all of them have ended here. */
    public boolean areOver() {
        return participants.stream().allMatch(Participant::hasEnded);
    }
}
