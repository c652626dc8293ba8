package io.pragh.core.property.bulk;

import io.pragh.core.api.NewValues;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.graph.ListOperations;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects new values of one home, and stores them some hundred or a quarter of a megabyte at a time. One thread. */
// The home holds the keys of a batch while it is stored, and a key table that grows waits for held slots: with 2,048
// keys in a batch, the table's chains got so long that loading was seven times slower.
final class ValueBatch {
    static final int VALUES_MAX = 256;
    static final int BYTES_MAX = 1 << 18;
    private static final int ROLLS_FIRST = 4;

    private final BulkTarget target;
    private final NewValues values = new NewValues();
    /** The rolls that each batch signs, with their indexes. */
    private final Map<Long, Integer> rolls = new LinkedHashMap<>();
    /** How many members each roll gains with this batch. */
    private long[] members = new long[ROLLS_FIRST];

    private int home;

    ValueBatch(BulkTarget target) {
        this.target = target;
    }

    /** Sets the home of the values that follow, after storing the earlier ones. */
    void begin(int nextHome) {
        end();
        rolls.clear();
        home = nextHome;
    }

    /** Sets the home of the values that follow, which must not belong to a roll that was not signed before. */
    void move(int wanted) {
        if (wanted != home) {
            begin(wanted);
        }
    }

    /**
     * Announces a roll to which the following values may belong; returns the roll's index, valid until the next
     * {@link #begin}.
     */
    int sign(long roll) {
        int next = rolls.size();
        Integer known = rolls.putIfAbsent(roll, next);
        if (known != null) {
            return known;
        }
        if (next == members.length) {
            members = Arrays.copyOf(members, 2 * next);
        }
        members[next] = 0;
        return next;
    }

    /** Adds to the count of new members of the roll at an index. */
    void count(int roll, long more) {
        members[roll] += more;
    }

    /**
     * Adds a value; the caller writes its bytes to the buffer returned before it adds the next one. Cost: a commit
     * when the batch is full.
     */
    ByteBuffer add(long key, int bytes) {
        if (values.count() >= VALUES_MAX || values.bytes() >= BYTES_MAX) {
            end();
        }
        return values.add(key, bytes);
    }

    void add(long key, byte[] body) {
        add(key, body.length).put(body);
    }

    /**
     * Stores the remaining values. They are committed by a transaction when this process does not serve the home, or
     * storing would have to wait.
     */
    void end() {
        if (values.count() > 0) {
            Map<Long, Long> signed = signed();
            if (!target.create(home, values, signed)) {
                commit(signed);
            }
            Arrays.fill(members, 0);
        }
        values.clear();
    }

    private Map<Long, Long> signed() {
        Map<Long, Long> signed = new LinkedHashMap<>();
        rolls.forEach((roll, index) -> signed.put(roll, members[index]));
        return signed;
    }

    private void commit(Map<Long, Long> signed) {
        target.source(home).retry(TransactionOptions.DEFAULT, transaction -> {
            for (int i = 0; i < values.count(); i++) {
                int from = values.from(i);
                byte[] body = Arrays.copyOfRange(values.bodies(), from, from + values.bytes(i));
                transaction.update(ListOperations.insert(values.keys()[i], body));
            }
            signed.forEach(transaction::sign);
            return true;
        });
    }
}
