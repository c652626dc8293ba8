package io.pragh.core.standing;

import io.pragh.core.store.LossesGivenUp;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import org.jspecify.annotations.Nullable;

/**
 * Gives up, little by little, what was lost at this node's homes and not written again, when somebody has declared that
 * ({@link LossDeclaration}): what they do not know is absent from then on. On the upkeep's thread.
 */
// A declaration names the view up to which it is meant. A member that is lost after that view ends it: those losses
// nobody has declared. So the share is asked before every step, on the thread that marks keys as lost.
public final class Restoration {
    private static final int SLOTS_PER_STEP = 1024;

    private final Recovery recovery;
    private final NodeShare share;
    private final OwnWords words;
    private @Nullable LossesGivenUp underWay;
    private long epoch;

    /** For a node that recovers by {@code recovery}, serves {@code share}, and swaps its words by {@code words}. */
    public Restoration(Recovery recovery, NodeShare share, OwnWords words) {
        this.recovery = recovery;
        this.share = share;
        this.words = words;
    }

    /** Does a little. */
    public void step() {
        if (!recovery.idle()) {
            return; // keys that died may not be marked yet
        }
        LossesGivenUp now = underWay;
        if (now == null) {
            begin();
        } else if (!share.serves(now.home())) {
            underWay = null; // handed over, and what was declared with it
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
