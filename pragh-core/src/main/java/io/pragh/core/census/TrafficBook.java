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
 * What a node has posted to the others, by their names. A member that leaves stays counted, and one that comes back under its name goes on
 * where it had stopped, although it has another number. Any thread.
 */
// The fabric tells numbers apart, as many as there can be members at a time; what it has counted of a member that
// left is taken out of it and kept here. Names of those that left are as many as people make up, so there is a bound
// for them: the sums of those that left first are added up beyond it.
public final class TrafficBook {
    /** Names of members that left, at most: more are counted together. */
    static final int NAMES_LEFT_MAX = 128;
    /** Stands for members whose names are kept no longer, and for what a member was sent after it had left. */
    static final String OTHERS = "others";
    /** Stands for partitions that no node exposes. */
    static final String NOBODY = "nobody";

    private final Fabric fabric;
    /** Names of the other members, by number. */
    private Map<Integer, String> names = Map.of();
    /** Of members that left, in the order in which they did. */
    private final LinkedHashMap<String, Traffic> left = new LinkedHashMap<>();

    private Traffic others = Traffic.NONE;
    private long epoch = Long.MIN_VALUE;

    TrafficBook(Fabric fabric) {
        this.fabric = fabric;
    }

    /** What was posted to the members under a name. */
    public record Entry(String name, Traffic traffic) {}

    /** Keeps to the membership's views from now on. */
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
                left.put(name, sum); // the last that left is the last to be given up
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

    /** All so far, sorted by name: every other member, those that left, and {@link #NOBODY} and {@link #OTHERS} when there is a need. */
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
