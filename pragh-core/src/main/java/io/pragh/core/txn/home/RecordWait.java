package io.pragh.core.txn.home;

import io.pragh.core.store.StoreShare;
import io.pragh.core.timestamp.PendingCommits;
import org.jspecify.annotations.Nullable;

/**
 * How a commit in one phase waits for its record: as one of {@link PendingCommits} where it changes something that outlives the process, and
 * all keys there are belong to this node; else nobody begins before it. One thread at a time.
 */
final class RecordWait {
    private final TransactionHome.Context context;
    private PendingCommits.@Nullable Place place;

    RecordWait(TransactionHome.Context context) {
        this.context = context;
    }

    /** W of a commit whose keys are all held, or {@link io.pragh.core.timestamp.Timestamps#NONE}. */
    long timestamp(boolean changesAnything) {
        if (!context.log().isKept()) {
            return context.commits().getAsLong();
        } else if (!changesAnything) {
            return context.pending().unseen();
        }
        StoreShare share = context.share().get();
        place = share.servesAll() ? context.pending().enter(share) : null;
        return place == null ? context.commits().getAsLong() : place.timestamp();
    }

    /** Whether snapshots begin before it while it waits. */
    boolean isPending() {
        return place != null;
    }

    /** Whether the keys may be given back, changed, now that the record has been appended: see {@link PendingCommits#show}. */
    boolean shows() {
        return place != null && context.pending().show(place);
    }

    /** It has come to nothing, or nobody knows. */
    void abandon() {
        if (place != null) {
            context.pending().abandon(place);
            place = null;
        }
    }

    /** See {@link PendingCommits#leave(PendingCommits.Place)}. */
    void leave() {
        if (place != null) {
            context.pending().leave(place);
            place = null;
        }
    }

    /** See {@link PendingCommits#leave(PendingCommits.Place, Runnable)}; at once where it is none. */
    void leave(Runnable then) {
        if (place == null) {
            then.run();
        } else {
            context.pending().leave(place, then);
            place = null;
        }
    }
}
