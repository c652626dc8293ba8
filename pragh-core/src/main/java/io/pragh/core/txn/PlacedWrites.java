package io.pragh.core.txn;

import io.pragh.core.api.Attempt;
import io.pragh.core.api.Placement;
import io.pragh.core.api.Update;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The updates of one attempt to commit, in ascending order of their keys: those of whole values turned into updates of parts. One
 * thread.
 */
final class PlacedWrites {
    private final long[] keys;
    private final List<Update>[] updates;
    private int size;
    /** Indexes of keys whose only update is what a placement has made of it. */
    private final boolean[] placed;
    /** Updates of the keys where a placement's part meets others, or that nobody has named before. */
    private final WriteSet further;

    private boolean anyPlaced;

    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
    private PlacedWrites(int capacity) {
        keys = new long[capacity];
        updates = new List[capacity];
        placed = new boolean[capacity];
        further = new WriteSet();
    }

    /** Of what a transaction has written; {@code attempt} as for {@link Placement#place}. */
    static PlacedWrites of(Transactions session, WriteSet writes, Attempt attempt) {
        PlacedWrites all = new PlacedWrites(writes.size());
        for (long key : writes.keys()) {
            all.place(session, key, writes.of(key), attempt);
        }
        return all.further.isEmpty() ? all : all.merged();
    }

    private void place(Transactions session, long key, List<Update> own, Attempt attempt) {
        Placement placement = session.placementOf(own.get(0));
        if (own.size() > 1) {
            placeMixed(session, key, own, attempt);
        } else if (placement == null) {
            add(key, own, false);
        } else {
            placed(key, placement.place(key, own, attempt));
        }
    }

    private void placed(long key, List<Update> parts) {
        anyPlaced = true;
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
            placed(key, placement.place(key, whole, attempt));
        } else {
            anyPlaced = true;
            rest.forEach(further::add);
            placement.place(key, whole, attempt).forEach(further::add);
        }
    }

    private void add(long key, List<Update> of, boolean byPlacement) {
        keys[size] = key;
        updates[size] = of;
        placed[size++] = byPlacement;
    }

    private PlacedWrites merged() {
        long[] others = further.keys();
        PlacedWrites all = new PlacedWrites(size + others.length);
        int other = 0;
        for (int i = 0; i < size || other < others.length; ) {
            int order = i == size ? 1 : other == others.length ? -1 : Long.compareUnsigned(keys[i], others[other]);
            if (order < 0) {
                all.add(keys[i], updates[i], placed[i]);
            } else if (order > 0) {
                all.add(others[other], further.of(others[other]), true);
            } else {
                List<Update> both = new ArrayList<>(updates[i]);
                both.addAll(further.of(keys[i]));
                all.add(keys[i], both, true);
            }
            i += order <= 0 ? 1 : 0;
            other += order >= 0 ? 1 : 0;
        }
        all.anyPlaced = anyPlaced;
        return all;
    }

    /** How many keys there are. */
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

    /** Whether a placement has said that something of a value goes to this key. */
    boolean isPlaced(long key) {
        int at = find(key);
        return at >= 0 && placed[at];
    }

    boolean anyPlaced() {
        return anyPlaced;
    }

    /** All keys, and some more, in ascending order. */
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

    /** Updates of a key, none when it is not written. */
    List<Update> of(long key) {
        int at = find(key);
        return at < 0 ? List.of() : updates[at];
    }
}
