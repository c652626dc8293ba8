package io.pragh.core.property.change;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.KeyMap;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.NumberSet;
import io.pragh.core.property.element.Directory;
import io.pragh.core.property.element.ElementKeys;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The changes of a transaction to adjacency lists, until it commits. One thread at a time. */
public final class ListChanges {
    /** Up to so many lists are searched linearly rather than put into a set. */
    private static final int LISTS_FEW = 8;

    private final KeyMap<ListChange> byKey = new KeyMap<>();
    /** By a vertex's key, the directory words of its lists to which this transaction has added entries. */
    private final KeyMap<int[]> words = new KeyMap<>();

    /** Whether no list was changed. */
    public boolean isEmpty() {
        return byKey.isEmpty();
    }

    /** The changes to a list; null when there are none. */
    public @Nullable ListChange find(long key) {
        return byKey.get(key);
    }

    private ListChange of(long key) {
        return byKey.computeIfAbsent(key, k -> new ListChange());
    }

    /** Changed lists by their keys, in the order of their first change. */
    KeyMap<ListChange> all() {
        return byKey;
    }

    /** Keys of the lists changed so far. */
    public long[] keys() {
        return byKey.keys();
    }

    /** Directory words that this transaction adds to a vertex. */
    public int[] wordsOf(long vid) {
        int[] known = words.get(ElementKeys.vertex(vid));
        return known == null ? Directory.EMPTY : known;
    }

    /** Adds an edge to lists that its vertices already have. */
    void put(EdgeRef edge) {
        of(ElementKeys.outList(edge)).add(edge.in(), edge.eid());
        of(ElementKeys.inList(edge)).add(edge.out(), edge.eid());
    }

    void add(EdgeRef edge) {
        add(ElementKeys.outList(edge), edge.in(), edge.eid());
        add(ElementKeys.inList(edge), edge.out(), edge.eid());
    }

    private void add(long key, long neighbour, long eid) {
        ListChange change = of(key);
        if (change.added().isEmpty()) { // otherwise the word is known already
            long vertex = ElementKeys.vertex(GraphKey.vid(key));
            int[] known = words.get(vertex);
            words.put(vertex, Directory.with(known == null ? Directory.EMPTY : known, Directory.wordOf(key)));
        }
        change.add(neighbour, eid);
    }

    void remove(EdgeRef edge) {
        of(ElementKeys.outList(edge)).remove(edge.in(), edge.eid());
        of(ElementKeys.inList(edge)).remove(edge.out(), edge.eid());
    }

    /** Clears the lists of a removed vertex, whose edges were removed one by one. */
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

    /** Drops the directory words that this transaction would have to add to a vertex. */
    public void forget(long vid) {
        if (words.get(ElementKeys.vertex(vid)) != null) {
            words.put(ElementKeys.vertex(vid), Directory.EMPTY);
        }
    }

    /** Receives new edges whose numbers are pending. */
    @FunctionalInterface
    public interface PendingVisitor {
        /**
         * Receives an edge: the list of the vertex that it leaves, the vertex at which it arrives, and the number
         * that it has if it gets one. {@code first} is true for the first edge between its vertices under its label.
         */
        void edge(long outList, long in, long number, boolean first);
    }

    /** Visits new edges whose numbers are pending, list by list, in the order in which they were added. */
    public void pending(PendingVisitor visitor) {
        for (int list = 0; list < byKey.size(); list++) {
            long key = byKey.key(list);
            if (GraphKey.direction(key) == GraphKey.OUT) {
                pending(key, byKey.value(list).added(), visitor);
            }
        }
    }

    private static void pending(long key, EntrySet added, PendingVisitor visitor) {
        NeighbourSet seen = new NeighbourSet(added.end());
        for (int i = 0; i < added.end(); i++) {
            if (added.has(i) && EdgeRef.isPending(added.eid(i))) {
                long neighbour = added.neighbour(i);
                visitor.edge(key, neighbour, ElementKeys.number(added.eid(i)), seen.add(neighbour));
            }
        }
    }

    /** A predicate for the vertices that get edges in lists that stay. Cost: a look at each list. */
    public LongPredicate grown() {
        if (byKey.size() <= LISTS_FEW) {
            return vid -> {
                boolean any = false;
                for (int i = 0; i < byKey.size() && !any; i++) {
                    any = GraphKey.vid(byKey.key(i)) == vid && grows(byKey.value(i));
                }
                return any;
            };
        }
        NumberSet grown = new NumberSet();
        for (int i = 0; i < byKey.size(); i++) {
            if (grows(byKey.value(i))) {
                grown.add(GraphKey.vid(byKey.key(i)));
            }
        }
        return grown::contains;
    }

    private static boolean grows(ListChange change) {
        return !change.isCleared() && !change.added().isEmpty();
    }

    /** Whether a list is cleared. Cost: a look at each list. */
    boolean anyCleared() {
        boolean any = false;
        for (int i = 0; i < byKey.size() && !any; i++) {
            any = byKey.value(i).isCleared();
        }
        return any;
    }

    /** Whether some list gains more than so many entries. Cost: a look at each list. */
    boolean anyLongerThan(int entries) {
        boolean any = false;
        for (int i = 0; i < byKey.size() && !any; i++) {
            any = byKey.value(i).added().size() > entries;
        }
        return any;
    }

    /** Whether this transaction has added the edge and not removed it. */
    public boolean isOwn(EdgeRef edge) {
        ListChange change = find(ElementKeys.outList(edge));
        return change != null && change.added().contains(edge.in(), edge.eid());
    }

    /** Whether this transaction has removed the edge. */
    public boolean isGone(EdgeRef edge) {
        ListChange change = find(ElementKeys.outList(edge));
        return change != null && change.isGone(edge.in(), edge.eid());
    }
}
