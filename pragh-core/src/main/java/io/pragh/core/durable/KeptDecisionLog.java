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
 * Which transactions of several parts have a record in this node's log, as long as a node that takes part may have to ask: until it has
 * written down that it knows the end. The log itself is not cut before these. Any thread.
 */
public final class KeptDecisionLog implements DecisionLog {
    private final Set<Integer> homes;
    private final Map<Name, DecisionRecord> records = new HashMap<>();
    private final TreeMap<Long, Integer> perTimestamp = new TreeMap<>();
    private long latest;

    private record Name(int home, long client, long sequence) {}

    /** Of a node whose folder keeps these homes, or those that are added. */
    public KeptDecisionLog(List<Integer> homes) {
        this.homes = new HashSet<>(homes);
    }

    /** The folder keeps these homes too. */
    public synchronized void add(List<Integer> more) {
        homes.addAll(more);
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

    /** Nothing: that a client knows the end does not say that it is written down everywhere. */
    @Override
    public void forget(int home, long client, long belowSequence) {}

    /** Forgets those whose end is written down by all who take part: {@code decided} tells up to which W a partition's node has done so. */
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

    /** The smallest W of them, or the largest number when there are none. */
    public synchronized long oldest() {
        return perTimestamp.isEmpty() ? Long.MAX_VALUE : perTimestamp.firstKey();
    }

    /** The greatest W of a record that was ever appended here. */
    public synchronized long latest() {
        return latest;
    }

    /** How many there are. */
    public synchronized int size() {
        return records.size();
    }
}
