package io.pragh.core.census;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Traffic;
import io.pragh.core.fabric.TrafficTally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts the operations and messages that a node has posted to others, by the others' names. A member that leaves
 * stays counted, and one that returns under its name continues its counts, although it has another number. Any
 * thread.
 */
// The fabric counts by number, for as many numbers as there can be members at a time; the counts of a member that
// left are moved from the fabric to this class. The number of names is not bounded by itself, so the names of members
// that left are limited: beyond the limit, the counts of those that left first are added up.
public final class TrafficBook {
    /** The most names of members that left; the counts of others are added up. */
    static final int NAMES_LEFT_MAX = 128;
    /** Stands for members whose names are no longer kept, and for messages sent to a member after it had left. */
    static final String OTHERS = "others";
    /** Stands for partitions that no node exposes. */
    static final String NOBODY = "nobody";

    private final Fabric fabric;
    /** Names of the other members, by number. */
    private Map<Integer, String> names = Map.of();
    /** Counts of members that left, in the order of their leaving. */
    private final LinkedHashMap<String, Traffic> left = new LinkedHashMap<>();

    private Traffic others = Traffic.NONE;
    private long epoch = Long.MIN_VALUE;

    TrafficBook(Fabric fabric) {
        this.fabric = fabric;
    }

    /** The counts of the members with a name. */
    public record Entry(String name, Traffic traffic) {}

    /** Follows the membership's views from now on. */
    public static TrafficBook follow(Fabric fabric, Membership membership) {
        TrafficBook book = new TrafficBook(fabric);
        membership.onChange(book::changed);
        book.changed(membership.view());
        return book;
    }

    synchronized void changed(ClusterView view) {
        if (view.epoch() <= epoch) {
            return;
        }
        epoch = view.epoch();
        names.forEach((node, name) -> {
            if (!view.has(node)) {
                Traffic sum = left.getOrDefault(name, Traffic.NONE)
                        .plus(fabric.tally().forget(node));
                left.remove(name);
                left.put(name, sum); // the member that left last is dropped last
            }
        });
        Map<Integer, String> now = new HashMap<>();
        for (ClusterView.Member member : view.members()) {
            if (member.node() != fabric.self()) {
                now.put(member.node(), member.name());
            }
        }
        names = now;
        for (int node : fabric.tally().traffic().keySet()) {
            if (node >= 0 && !names.containsKey(node)) {
                others = others.plus(fabric.tally().forget(node));
            }
        }
        giveUpOldest();
    }

    private void giveUpOldest() {
        Iterator<Map.Entry<String, Traffic>> oldest = left.entrySet().iterator();
        for (int over = left.size() - NAMES_LEFT_MAX; over > 0 && oldest.hasNext(); ) {
            Map.Entry<String, Traffic> entry = oldest.next();
            if (!names.containsValue(entry.getKey())) {
                others = others.plus(entry.getValue());
                oldest.remove();
                over--;
            }
        }
    }

    /**
     * All counts, sorted by name: every present member, those that left, and {@link #NOBODY} and {@link #OTHERS} if
     * their counts are not zero.
     */
    public synchronized List<Entry> entries() {
        SortedMap<String, Traffic> named = new TreeMap<>(left);
        names.values().forEach(name -> named.putIfAbsent(name, Traffic.NONE));
        Traffic nameless = others;
        Traffic nobody = Traffic.NONE;
        for (Map.Entry<Integer, Traffic> counted : fabric.tally().traffic().entrySet()) {
            String name = names.get(counted.getKey());
            if (name != null) {
                named.merge(name, counted.getValue(), Traffic::plus);
            } else if (counted.getKey() == TrafficTally.NOBODY) {
                nobody = counted.getValue();
            } else if (counted.getKey() == TrafficTally.OTHERS) {
                nameless = nameless.plus(counted.getValue());
            } // another number belongs to a member that the next view names, or to none: shown now, it would have to go
            // back
        }
        addUnlessNone(named, NOBODY, nobody);
        addUnlessNone(named, OTHERS, nameless);
        List<Entry> entries = new ArrayList<>();
        named.forEach((name, traffic) -> entries.add(new Entry(name, traffic)));
        return entries;
    }

    private static void addUnlessNone(SortedMap<String, Traffic> named, String name, Traffic traffic) {
        if (!traffic.equals(Traffic.NONE)) {
            named.merge(name, traffic, Traffic::plus);
        }
    }
}
