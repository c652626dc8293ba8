package io.pragh.core.durable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Knows which transactions of several parts have a record in this node's log, for as long as another participant may
 * ask: until each participant has durably recorded the outcome. The log itself is not cut before these records. Any
 * thread.
 */
public final class KeptDecisionLog implements DecisionLog {
    private final Set<Integer> homes;
    private final Map<Name, DecisionRecord> records = new HashMap<>();
    private final TreeMap<Long, Integer> perTimestamp = new TreeMap<>();
    private long latest;

    private record Name(int home, long client, long sequence) {}

    /** For a node whose folder keeps these homes. */
    public KeptDecisionLog(List<Integer> homes) {
        this.homes = new HashSet<>(homes);
    }

    /** Adds homes that the folder keeps. */
    public synchronized void add(List<Integer> more) {
        homes.addAll(more);
    }

    /** Removes a home that another folder keeps from now on, with its records. */
    public synchronized void remove(int home) {
        homes.remove(home);
        records.values().removeIf(record -> {
            boolean ofIt = record.home() == home;
            if (ofIt) {
                gone(record);
            }
            return ofIt;
        });
    }

    @Override
    public synchronized void append(DecisionRecord record) {
        boolean known = records.put(new Name(record.home(), record.client(), record.sequence()), record) != null;
        latest = Math.max(latest, record.timestamp());
        if (!known) {
            perTimestamp.merge(record.timestamp(), 1, Integer::sum);
        }
    }

    @Override
    public synchronized @Nullable DecisionRecord find(int home, long client, long sequence) {
        return records.get(new Name(home, client, sequence));
    }

    @Override
    public synchronized List<DecisionRecord> records(int home) {
        return records.values().stream().filter(record -> record.home() == home).toList();
    }

    @Override
    public synchronized void takeBack(int home, long client, long sequence) {
        DecisionRecord record = records.remove(new Name(home, client, sequence));
        if (record != null) {
            gone(record);
        }
    }

    @Override
    public synchronized boolean keeps(int home) {
        return homes.contains(home);
    }

    /** Does nothing: the client's knowledge of the outcome does not imply that every participant has recorded it. */
    @Override
    public void forget(int home, long client, long belowSequence) {}

    /**
     * Forgets records whose outcome all participants have recorded: {@code decided} maps a partition to the decided
     * moment of its node.
     */
    public synchronized void settle(IntToLongFunction decided) {
        Iterator<DecisionRecord> all = records.values().iterator();
        while (all.hasNext()) {
            DecisionRecord record = all.next();
            boolean everywhere = record.participants().stream()
                    .allMatch(partition -> decided.applyAsLong(partition) >= record.timestamp());
            if (everywhere) {
                all.remove();
                gone(record);
            }
        }
    }

    private void gone(DecisionRecord record) {
        perTimestamp.computeIfPresent(record.timestamp(), (w, count) -> count == 1 ? null : count - 1);
    }

    /** The smallest W of the records, or {@code Long.MAX_VALUE} when there are none. */
    public synchronized long oldest() {
        return perTimestamp.isEmpty() ? Long.MAX_VALUE : perTimestamp.firstKey();
    }

    /** The greatest W of a record that was ever appended here. */
    public synchronized long latest() {
        return latest;
    }

    /** The number of records. */
    public synchronized int size() {
        return records.size();
    }
}
