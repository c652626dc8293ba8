package io.pragh.core.property.bulk;

import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.Update;
import io.pragh.core.graph.ListOperations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of one home that do not exist yet, some hundred or a megabyte a commit. One thread. */
// A commit holds its keys, and a key table that grows waits for slots that are held: with 2,048 of them its chains got
// so long that
// loading was seven times slower.
final class ValueBatch {
    static final int VALUES_MAX = 256;
    static final int BYTES_MAX = 1 << 20;

    private final TransactionSource source;
    private final List<Update> updates = new ArrayList<>(VALUES_MAX);
    /** Rolls that each commit signs, and how many members more they have with the next one. */
    private final Map<Long, Long> rolls = new LinkedHashMap<>();

    private int bytes;

    ValueBatch(TransactionSource source) {
        this.source = source;
    }

    /** What is put there from now on may belong to a roll. */
    void sign(long roll) {
        rolls.putIfAbsent(roll, 0L);
    }

    /** What is put there next are so many members of a roll. */
    void count(long roll, long members) {
        rolls.merge(roll, members, Long::sum);
    }

    void add(long key, byte[] body) {
        add(ListOperations.insert(key, body));
    }

    /** One more value. Cost: a commit when there is enough for one; what belongs to a roll signs it before. */
    void add(Update update) {
        updates.add(update);
        bytes += update.bytes().length;
        if (updates.size() >= VALUES_MAX || bytes >= BYTES_MAX) {
            commit();
        }
    }

    private void commit() {
        source.retry(TransactionOptions.DEFAULT, transaction -> {
            updates.forEach(transaction::update);
            rolls.forEach(transaction::sign);
            return true;
        });
        rolls.replaceAll((roll, members) -> 0L);
        updates.clear();
        bytes = 0;
    }

    /** Commits what is left. */
    void end() {
        if (!updates.isEmpty()) {
            commit();
        }
    }
}
