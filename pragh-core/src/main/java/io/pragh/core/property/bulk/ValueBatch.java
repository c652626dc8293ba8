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

    private final BulkTarget target;
    private final NewValues values = new NewValues();
    /** Rolls that each batch signs, and how many members more they have with this one. */
    private final Map<Long, Long> rolls = new LinkedHashMap<>();

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

    /** What is put there from now on may belong to a roll. */
    void sign(long roll) {
        rolls.putIfAbsent(roll, 0L);
    }

    /** What was put there last are so many members of a roll. */
    void count(long roll, long members) {
        rolls.merge(roll, members, Long::sum);
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
            if (!target.create(home, values, rolls)) {
                commit();
            }
            rolls.replaceAll((roll, members) -> 0L);
        }
        values.clear();
    }

    private void commit() {
        target.source(home).retry(TransactionOptions.DEFAULT, transaction -> {
            for (int i = 0; i < values.count(); i++) {
                int from = values.from(i);
                byte[] body = Arrays.copyOfRange(values.bodies(), from, from + values.bytes(i));
                transaction.update(ListOperations.insert(values.keys()[i], body));
            }
            rolls.forEach(transaction::sign);
            return true;
        });
    }
}
