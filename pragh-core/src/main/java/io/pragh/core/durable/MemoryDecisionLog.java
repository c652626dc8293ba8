package io.pragh.core.durable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A decision log in memory, for graphs without durability. Keeps the records that other participants may ask for. Any
 * thread.
 */
public final class MemoryDecisionLog implements DecisionLog {
    private final Map<Writer, TreeMap<Long, DecisionRecord>> records = new HashMap<>();

    private record Writer(int home, long client) {}

    @Override
    public synchronized void append(DecisionRecord record) {
        if (record.participants().size() > 1) {
            records.computeIfAbsent(new Writer(record.home(), record.client()), w -> new TreeMap<>())
                    .put(record.sequence(), record);
        }
    }

    @Override
    public synchronized @Nullable DecisionRecord find(int home, long client, long sequence) {
        TreeMap<Long, DecisionRecord> known = records.get(new Writer(home, client));
        return known == null ? null : known.get(sequence);
    }

    @Override
    public synchronized List<DecisionRecord> records(int home) {
        List<DecisionRecord> all = new ArrayList<>();
        records.forEach((writer, known) -> {
            if (writer.home == home) {
                all.addAll(known.values());
            }
        });
        return all;
    }

    @Override
    public synchronized void takeBack(int home, long client, long sequence) {
        TreeMap<Long, DecisionRecord> known = records.get(new Writer(home, client));
        if (known != null) {
            known.remove(sequence);
        }
    }

    @Override
    public synchronized void forget(int home, long client, long belowSequence) {
        Writer writer = new Writer(home, client);
        TreeMap<Long, DecisionRecord> known = records.get(writer);
        if (known != null) {
            known.headMap(belowSequence).clear();
            if (known.isEmpty()) {
                records.remove(writer);
            }
        }
    }
}
