package io.pragh.core.txn.home;

import java.util.List;

/** The transactions of several homes in which a node took part at one moment. One thread. */
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
