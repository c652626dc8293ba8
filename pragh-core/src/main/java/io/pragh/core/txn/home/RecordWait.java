package io.pragh.core.txn.home;

import io.pragh.core.store.StoreShare;
import io.pragh.core.timestamp.PendingCommits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The wait of a commit in one phase for its record. If the commit changes values that outlive the process, and this
 * node serves all keys of the graph, it waits as one of the {@link PendingCommits}; otherwise no snapshot begins
 * before it. One thread at a time.
 */
final class RecordWait {
    private static final long NOT_AWAITED = -1;

    private final TransactionHome.Context context;
    private PendingCommits.@Nullable Place place;
    /** Ticket of a record whose end the log tells. */
    private long awaited = NOT_AWAITED;

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

    /** See {@link PendingCommits#publishes}. */
    void publishes() {
        if (place != null) {
            context.pending().publishes(place);
        }
    }

    /**
     * Lets the log tell when the record of a shown commit is durable, instead of a wait for it: {@link #leave()}
     * then waits for both.
     */
    void leaveWhenDurable(long ticket) {
        PendingCommits.Place shown = Objects.requireNonNull(place);
        awaited = ticket;
        context.log().whenDurable(ticket, () -> context.pending().durable(shown));
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
            if (awaited == NOT_AWAITED) {
                context.pending().leave(place);
            } else {
                context.pending().leaveWhenDurable(place, () -> context.log().await(awaited));
            }
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
