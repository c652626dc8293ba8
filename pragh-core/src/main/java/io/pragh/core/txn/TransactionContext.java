package io.pragh.core.txn;

import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.Update;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** All that a transaction knows; its session keeps the snapshot open. One thread. */
final class TransactionContext {
    final TransactionOptions options;
    /** R. */
    final long timestamp;

    final ReadSet reads;
    /** Updates by key, in ascending order of keys. */
    final SortedMap<Long, List<Update>> writes;

    TransactionContext(TransactionOptions options, long timestamp) {
        this.options = options;
        this.timestamp = timestamp;
        this.reads = options.readOnly() ? ReadSet.EMPTY : new ReadSet();
        this.writes = options.readOnly() ? Collections.emptySortedMap() : new TreeMap<>(Long::compareUnsigned);
    }

    void add(Update update) {
        writes.computeIfAbsent(update.key(), k -> new ArrayList<>()).add(update);
    }

    List<Update> updates(long key) {
        return Collections.unmodifiableList(writes.getOrDefault(key, List.of()));
    }
}
