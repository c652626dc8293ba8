package io.pragh.core.txn;

import io.pragh.core.api.Attempt;
import io.pragh.core.api.Placement;
import io.pragh.core.api.Update;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The updates of one attempt to commit, in ascending order of keys. Updates of whole values are replaced by the
 * updates of parts that a {@link Placement} gives for them. One thread.
 */
final class PlacedWrites {
    private final long[] keys;
    private final List<Update>[] updates;
    private int size;
    /** Indexes of keys whose only update comes from a placement. */
    private final boolean[] placed;
    /** Updates of the keys that a placement has added, or that have further updates besides those of a placement. */
    private final WriteSet further;

    private final ReadSet reads;

    private boolean anyPlaced;

    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of generic types
    private PlacedWrites(int capacity, ReadSet reads) {
        this.reads = reads;
        keys = new long[capacity];
        updates = new List[capacity];
        placed = new boolean[capacity];
        further = new WriteSet();
    }

    /**
     * The updates for a transaction's writes; {@code attempt} as for {@link Placement#place}. If a created value may
     * require an update of a key that was read ({@link io.pragh.core.api.ValueOperation#onCreation}), that update is
     * included, so that the key is validated where it is held.
     */
    static PlacedWrites of(Transactions session, WriteSet writes, ReadSet reads, Attempt attempt) {
        Update[] sorted = writes.sorted();
        PlacedWrites all = new PlacedWrites(sorted.length, reads);
        for (int i = 0; i < sorted.length; ) {
            List<Update> own = ofOneKey(sorted, i);
            all.place(session, own.get(0).key(), own, attempt);
            i += own.size();
        }
        return all.further.isEmpty() ? all : all.merged();
    }

    /** The updates of one key, from an index on. */
    private static List<Update> ofOneKey(Update[] sorted, int from) {
        int to = from + 1;
        while (to < sorted.length && sorted[to].key() == sorted[from].key()) {
            to++;
        }
        return to == from + 1
                ? Collections.singletonList(sorted[from])
                : Arrays.asList(sorted).subList(from, to);
    }

    private void place(Transactions session, long key, List<Update> own, Attempt attempt) {
        Placement placement = session.placementOf(own.get(0));
        if (own.size() > 1) {
            placeMixed(session, key, own, attempt);
        } else if (placement == null) {
            add(key, own, false);
        } else {
            placed(session, own.get(0), placement.place(key, own, attempt));
        }
    }

    private void placed(Transactions session, Update whole, List<Update> parts) {
        long key = whole.key();
        anyPlaced = true;
        addConsequences(session, whole, parts);
        if (parts.size() == 1 && parts.get(0).key() == key) {
            add(key, parts, true);
        } else {
            parts.forEach(further::add);
        }
    }

    private void placeMixed(Transactions session, long key, List<Update> own, Attempt attempt) {
        List<Update> whole = new ArrayList<>(own.size());
        List<Update> rest = new ArrayList<>(own.size());
        Placement placement = null;
        for (Update update : own) {
            Placement places = session.placementOf(update);
            placement = places == null ? placement : places;
            (places == null ? rest : whole).add(update);
        }
        if (placement == null) {
            add(key, own, false);
        } else if (rest.isEmpty()) {
            placed(session, whole.get(0), placement.place(key, whole, attempt));
        } else {
            anyPlaced = true;
            rest.forEach(further::add);
            List<Update> parts = placement.place(key, whole, attempt);
            addConsequences(session, whole.get(0), parts);
            parts.forEach(further::add);
        }
    }

    /**
     * Adds the update that may follow from the creation of the whole value. If only parts of a value are written, the
     * transaction that makes room may create the value, and its updates do not include the consequence.
     */
    private void addConsequences(Transactions session, Update whole, List<Update> parts) {
        boolean elsewhere = parts.size() != 1 || parts.get(0).key() != whole.key();
        if (elsewhere || !reads.isEmpty()) {
            Update following = session.operations().get(whole.operation()).onCreation(whole);
            if (following != null && (elsewhere || reads.contains(following.key()))) {
                further.add(following);
            }
        }
    }

    private void add(long key, List<Update> of, boolean byPlacement) {
        keys[size] = key;
        updates[size] = of;
        placed[size++] = byPlacement;
    }

    private PlacedWrites merged() {
        Update[] others = further.sorted();
        PlacedWrites all = new PlacedWrites(size + others.length, reads);
        int other = 0;
        for (int i = 0; i < size || other < others.length; ) {
            List<Update> next = other == others.length ? List.of() : ofOneKey(others, other);
            long key = next.isEmpty() ? 0 : next.get(0).key();
            int order = i == size ? 1 : next.isEmpty() ? -1 : Long.compareUnsigned(keys[i], key);
            if (order < 0) {
                all.add(keys[i], updates[i], placed[i]);
            } else if (order > 0) {
                all.add(key, next, true);
            } else {
                List<Update> both = new ArrayList<>(updates[i]);
                both.addAll(next);
                all.add(key, both, true);
            }
            i += order <= 0 ? 1 : 0;
            other += order >= 0 ? next.size() : 0;
        }
        all.anyPlaced = anyPlaced;
        return all;
    }

    /** Number of keys. */
    int size() {
        return size;
    }

    /** The i-th key. */
    long key(int i) {
        return keys[i];
    }

    /** Updates of the i-th key. */
    List<Update> updates(int i) {
        return updates[i];
    }

    private int find(long key) {
        int from = 0;
        int to = size;
        while (from < to) {
            int middle = from + to >>> 1;
            boolean below = Long.compareUnsigned(keys[middle], key) < 0;
            from = below ? middle + 1 : from;
            to = below ? to : middle;
        }
        return from < size && keys[from] == key ? from : -1;
    }

    boolean contains(long key) {
        return find(key) >= 0;
    }

    /** Whether a placement has directed an update to this key. */
    boolean isPlaced(long key) {
        int at = find(key);
        return at >= 0 && placed[at];
    }

    boolean anyPlaced() {
        return anyPlaced;
    }

    /** All keys and the given ones, in ascending order without duplicates. */
    long[] keysAnd(long[] more) {
        if (more.length == 0) {
            return Arrays.copyOf(keys, size);
        }
        long[] all = Arrays.copyOf(keys, size + more.length);
        System.arraycopy(more, 0, all, size, more.length);
        return Arrays.stream(all)
                .map(key -> key + Long.MIN_VALUE)
                .sorted()
                .distinct()
                .map(key -> key - Long.MIN_VALUE)
                .toArray();
    }

    /** Updates of a key; empty when it is not written. */
    List<Update> of(long key) {
        int at = find(key);
        return at < 0 ? List.of() : updates[at];
    }
}
