package io.pragh.core.txn;

import io.pragh.core.api.Attempt;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.Update;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of one transaction; its session keeps the snapshot open. One thread. */
final class TransactionContext {
    final TransactionOptions options;
    /** R, the timestamp of the snapshot. */
    final long timestamp;
    /** Whether R was less than T when the transaction began. */
    final boolean isBehind;

    final ReadSet reads;
    /**
     * Keys that were only looked at, and are not validated unless they become {@link #reads}. Null until the first
     * look.
     */
    @Nullable
    ReadSet looked;

    final WriteSet writes = new WriteSet();
    /** The latest attempt to commit. */
    Attempt attempt = Attempt.FIRST;

    /** Creates a context; {@code log} is memory for the read set. */
    TransactionContext(TransactionOptions options, long timestamp, boolean isBehind, long[] log) {
        this.options = options;
        this.timestamp = timestamp;
        this.isBehind = isBehind;
        this.reads = options.readOnly() ? ReadSet.EMPTY : new ReadSet(log);
    }

    void add(Update update) {
        writes.add(update);
    }

    List<Update> updates(long key) {
        return Collections.unmodifiableList(writes.of(key));
    }
}
