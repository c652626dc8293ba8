package io.pragh.core.txn.home;

import io.pragh.core.store.StoreShare;
import io.pragh.core.timestamp.PendingCommits;
import org.jspecify.annotations.Nullable;

/**
 * The wait of a commit in one phase for its record. If the commit changes values that outlive the process, and this
 * node serves all keys of the graph, it waits as one of the {@link PendingCommits}; otherwise no snapshot begins
 * before it. One thread at a time.
 */
final class RecordWait {
    private final TransactionHome.Context context;
    private PendingCommits.@Nullable Place place;

    RecordWait(TransactionHome.Context context) {
        this.context = context;
    }

    /**
     * Takes W for a commit whose keys are all held; {@link io.pragh.core.timestamp.Timestamps#NONE} when that fails.
     */
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

    /** Whether snapshots may begin before this commit while it waits. */
    boolean isPending() {
        return place != null;
    }

    /**
     * Whether the changed keys may be released now that the record has been appended: see
     * {@link PendingCommits#show}.
     */
    boolean shows() {
        return place != null && context.pending().show(place);
    }

    /** Gives up the place of a commit that was aborted or whose outcome is unknown. */
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

    /**
     * See {@link PendingCommits#leave(PendingCommits.Place, Runnable)}; without a place, {@code then} runs at once.
     */
    void leave(Runnable then) {
        if (place == null) {
            then.run();
        } else {
            context.pending().leave(place, then);
            place = null;
        }
    }
}
