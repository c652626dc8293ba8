package io.pragh.core.node;

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
final class Restoration {
    private static final int SLOTS_PER_STEP = 1024;

    private final PraghNode node;
    private final NodeShare share;
    private final OwnWords words;
    private @Nullable LossesGivenUp underWay;
    private long epoch;

    Restoration(PraghNode node, NodeShare share, OwnWords words) {
        this.node = node;
        this.share = share;
        this.words = words;
    }

    /** Does a little. */
    void step() {
        if (!node.recovered()) {
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
        for (Partition home : node.partitions()) {
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
