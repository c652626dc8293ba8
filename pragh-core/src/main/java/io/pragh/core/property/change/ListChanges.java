package io.pragh.core.property.change;

import io.pragh.core.address.GraphKey;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.element.Directory;
import io.pragh.core.property.element.ElementKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a transaction has done to adjacency lists, until it commits. One thread at a time. */
public final class ListChanges {
    private final Map<Long, ListChange> byKey = new LinkedHashMap<>();
    /** Words of the lists of a vertex that this transaction has put entries in. */
    private final Map<Long, int[]> words = new LinkedHashMap<>();

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    /** What was done to a list; null when nothing was. */
    public @Nullable ListChange find(long key) {
        return byKey.isEmpty() ? null : byKey.get(key);
    }

    private ListChange of(long key) {
        return byKey.computeIfAbsent(key, k -> new ListChange());
    }

    Set<Map.Entry<Long, ListChange>> all() {
        return byKey.entrySet();
    }

    /** Keys of changed lists, as they are now. */
    public List<Long> keys() {
        return new ArrayList<>(byKey.keySet());
    }

    /** Directory words that this transaction adds to a vertex. */
    public int[] wordsOf(long vid) {
        return words.isEmpty() ? Directory.EMPTY : words.getOrDefault(vid, Directory.EMPTY);
    }

    /** Vertices that this transaction has given edges. */
    Set<Map.Entry<Long, int[]>> words() {
        return words.entrySet();
    }

    void add(EdgeRef edge) {
        add(ElementKeys.outList(edge), edge.in(), edge.eid());
        add(ElementKeys.inList(edge), edge.out(), edge.eid());
    }

    private void add(long key, long neighbour, long eid) {
        of(key).add(neighbour, eid);
        words.merge(
                GraphKey.vid(key),
                new int[] {Directory.wordOf(key)},
                (before, word) -> Directory.with(before, word[0]));
    }

    void remove(EdgeRef edge) {
        of(ElementKeys.outList(edge)).remove(edge.in(), edge.eid());
        of(ElementKeys.inList(edge)).remove(edge.out(), edge.eid());
    }

    /** The vertex is gone, and its edges were removed one by one. */
    public void clear(long vid, int[] directory) {
        for (int word : directory) {
            for (boolean out : new boolean[] {true, false}) {
                if (Directory.has(word, out)) {
                    of(ElementKeys.list(vid, Directory.label(word), out)).clear();
                }
            }
        }
        forget(vid);
    }

    /** The vertex has no lists that this transaction would have to announce. */
    public void forget(long vid) {
        words.remove(vid);
    }

    /** Whether this transaction has put the edge there, and it still is. */
    boolean isOwn(EdgeRef edge) {
        ListChange change = find(ElementKeys.outList(edge));
        return change != null && change.added.contains(new ListChange.Entry(edge.in(), edge.eid()));
    }

    /** Whether this transaction has removed the edge. */
    public boolean isGone(EdgeRef edge) {
        ListChange change = find(ElementKeys.outList(edge));
        return change != null && change.isGone(edge.in(), edge.eid());
    }
}
