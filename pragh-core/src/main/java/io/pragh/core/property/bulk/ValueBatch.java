package io.pragh.core.property.bulk;

import io.pragh.core.api.NewValues;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.graph.ListOperations;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Values of one home that do not exist yet, some hundred or a quarter of a megabyte at a time. One thread. */
// The home holds the keys of a batch meanwhile, and a key table that grows waits for slots that are held: with 2,048 of
// them its chains got so long that loading was seven times slower.
final class ValueBatch {
    static final int VALUES_MAX = 256;
    static final int BYTES_MAX = 1 << 18;
    private static final int ROLLS_FIRST = 4;

    private final BulkTarget target;
    private final NewValues values = new NewValues();
    /** Rolls that each batch signs, with their indexes. */
    private final Map<Long, Integer> rolls = new LinkedHashMap<>();
    /** How many members more each roll has with this batch. */
    private long[] members = new long[ROLLS_FIRST];

    private int home;

    ValueBatch(BulkTarget target) {
        this.target = target;
    }

    /** What comes now is at home there; what came before is stored. */
    void begin(int nextHome) {
        end();
        rolls.clear();
        home = nextHome;
    }

    /** What comes now is at home there, and belongs to no roll that was not signed before. */
    void move(int wanted) {
        if (wanted != home) {
            begin(wanted);
        }
    }

    /** What is put there from now on may belong to a roll. The roll's index, until the next {@link #begin}. */
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

    /** What was put there last are so many members of the roll with an index. */
    void count(int roll, long more) {
        members[roll] += more;
    }

    /** One more value: what this returns takes so many bytes, before the next one is added. Cost: a commit when there is enough for one. */
    ByteBuffer add(long key, int bytes) {
        if (values.count() >= VALUES_MAX || values.bytes() >= BYTES_MAX) {
            end();
        }
        return values.add(key, bytes);
    }

    void add(long key, byte[] body) {
        add(key, body.length).put(body);
    }

    /** Stores what is left. What is not served by this process, or would have to wait for others, is committed as anything else. */
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
