package io.pragh.core.txn;

import io.pragh.core.api.Attempt;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.Update;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that a transaction knows; its session keeps the snapshot open. One thread. */
final class TransactionContext {
    final TransactionOptions options;
    /** R. */
    final long timestamp;
    /** Whether that was before T. */
    final boolean isBehind;

    final ReadSet reads;
    /** What was only looked at: not validated, unless it becomes one of the {@link #reads}. Null as long as there is nothing. */
    @Nullable
    ReadSet looked;

    final WriteSet writes = new WriteSet();
    /** The last one. */
    Attempt attempt = Attempt.FIRST;

    /** {@code log} is memory for what is read. */
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
