package io.pragh.core.standing;

import io.pragh.core.store.LossesGivenUp;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import org.jspecify.annotations.Nullable;

/**
 * Carries out declarations ({@link LossDeclaration}) at this node's homes, in small steps: gives up values that were
 * lost and not written again, so that keys without a value are absent from then on. On the upkeep's thread.
 */
// A declaration names the latest view that it covers. The loss of a member after that view ends it, because it does
// not cover those losses. So the share is asked before every step, on the thread that marks keys as lost.
public final class Restoration {
    private static final int SLOTS_PER_STEP = 1024;

    private final Recovery recovery;
    private final NodeShare share;
    private final OwnWords words;
    private @Nullable LossesGivenUp underWay;
    private long epoch;

    /** For a node with this {@code recovery} and {@code share}, which swaps its words by {@code words}. */
    public Restoration(Recovery recovery, NodeShare share, OwnWords words) {
        this.recovery = recovery;
        this.share = share;
        this.words = words;
    }

    /** Does a step of the work. */
    public void step() {
        if (!recovery.idle()) {
            return; // lost keys may not be marked yet
        }
        LossesGivenUp now = underWay;
        if (now == null) {
            begin();
        } else if (!share.serves(now.home())) {
            underWay = null; // the partition was handed over, and the declaration with it
        } else if (!share.hasAll(epoch)) {
            underWay = null;
            now.home().settled(epoch, false);
        } else if (now.step(SLOTS_PER_STEP)) {
            underWay = null;
            share.restored(now.home(), epoch);
        }
    }

    private void begin() {
        for (Partition home : share.store().served()) {
            long asked = home.toGiveUp();
            if (asked == 0 || share.epoch() < asked) {
                continue;
            }
            if (!share.hasAll(asked)) {
                home.settled(asked, false);
                continue;
            }
            epoch = asked;
            underWay = new LossesGivenUp(home, words);
            return;
        }
    }
}
