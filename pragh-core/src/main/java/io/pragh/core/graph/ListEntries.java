package io.pragh.core.graph;

import io.pragh.core.api.Update;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Entries of a list on the heap: those that a transaction has appended, or the argument of an update. One thread. */
final class ListEntries {
    private static final int CAPACITY_FIRST = 8;
    private static final long[] NO_CHUNKS = {};

    private long[] neighbours = new long[CAPACITY_FIRST];
    private long[] edgeIds = new long[CAPACITY_FIRST];
    private int size;
    /** The operation that appends the entries to a block. */
    private int append = ListOperations.APPEND_ALL;

    /** The entries that a transaction's updates of one list append, in order, without those that were taken back. */
    static ListEntries pending(List<Update> updates) {
        ListEntries entries = new ListEntries();
        for (Update update : updates) {
            if (ListOperations.appendsAll(update.operation())) {
                entries.append = update.operation();
                for (int i = 0; i < EntryBytes.count(update); i++) {
                    entries.add(EntryBytes.neighbour(update, i), EntryBytes.edgeId(update, i));
                }
            } else if (update.operation() == ListOperations.TAKE_BACK) {
                entries.remove(entries.find(update.first(), update.second()));
            }
        }
        return entries;
    }

    /** The entries of a {@link ListOperations#TAKE_ALL}. */
    static ListEntries of(Update update) {
        ListEntries entries = new ListEntries();
        int count = update.bytes().length == 0 ? 0 : EntryBytes.count(update);
        for (int i = 0; i < count; i++) {
            entries.add(EntryBytes.neighbour(update, i), EntryBytes.edgeId(update, i));
        }
        return entries;
    }

    /** An update that appends some of the entries to a block. */
    Update appendTo(long block, int from, int to) {
        return new Update(append, block, 0, 0, bytes(from, to));
    }

    /** Turns provisional edge ids into final ones. */
    void settle() {
        for (int i = 0; i < size; i++) {
            edgeIds[i] = EntryBytes.settled(edgeIds[i]);
        }
    }

    /** Whether one of the entries must be alone with its neighbour. */
    boolean anyMustBeAlone() {
        boolean any = false;
        for (int i = 0; i < size && !any; i++) {
            any = EntryBytes.mustBeAlone(edgeIds[i]);
        }
        return any;
    }

    /** An update that removes all the entries from a block. */
    Update takeFrom(long block) {
        return size == 1
                ? ListOperations.take(block, neighbours[0], exactly(edgeIds[0]))
                : new Update(ListOperations.TAKE_ALL, block, 0, 0, bytes(0, size));
    }

    /** The edge id in the form of a search for exactly it. */
    private static long exactly(long edgeId) {
        return edgeId == 0 ? ListOperations.UNNUMBERED : edgeId;
    }

    /** Adds predicates that a block has all the entries. */
    void requireIn(long block, Consumer<Update> updates) {
        for (int i = 0; i < size; i++) {
            updates.accept(ListOperations.contains(block, neighbours[i], exactly(edgeIds[i])));
        }
    }

    private byte[] bytes(int from, int to) {
        long[] words = new long[2 * (to - from)];
        for (int i = from; i < to; i++) {
            words[2 * (i - from)] = neighbours[i];
            words[2 * (i - from) + 1] = edgeIds[i];
        }
        return EntryBytes.of(words, 0, words.length);
    }

    /** The body of a list that has these entries and no chunks. */
    byte[] body() {
        return ListBodies.of(neighbours, edgeIds, 0, size, NO_CHUNKS);
    }

    int size() {
        return size;
    }

    long neighbour(int entry) {
        return neighbours[entry];
    }

    long edgeId(int entry) {
        return edgeIds[entry];
    }

    /** Index behind the last entry, from an index on, that fits into a block beside its entries. */
    int fit(int from, BlockShape block) {
        BlockShape shape = block;
        int at = from;
        while (at < size) {
            shape = shape.with(neighbours[at], EntryBytes.stored(edgeIds[at]));
            if (!shape.fits()) {
                break;
            }
            at++;
        }
        return at;
    }

    /** How many empty blocks the entries from an index on fill. */
    int blocks(int from) {
        int blocks = 0;
        for (int at = from; at < size; at = fit(at, BlockShape.EMPTY)) {
            blocks++;
        }
        return blocks;
    }

    /** The shape of a block with some of the entries beside its own. */
    BlockShape with(int from, int to, BlockShape block) {
        BlockShape shape = block;
        for (int i = from; i < to; i++) {
            shape = shape.with(neighbours[i], EntryBytes.stored(edgeIds[i]));
        }
        return shape;
    }

    /** Index of the first entry with this neighbour and edge id ({@link Columns#fits}); -1 when there is none. */
    int find(long neighbour, long edgeId) {
        for (int i = 0; i < size; i++) {
            if (neighbours[i] == neighbour && Columns.fits(edgeIds[i], edgeId)) {
                return i;
            }
        }
        return -1;
    }

    void forEach(EntryVisitor visitor) {
        for (int i = 0; i < size; i++) {
            visitor.entry(neighbours[i], edgeIds[i]);
        }
    }

    void add(long neighbour, long edgeId) {
        if (size == neighbours.length) {
            neighbours = Arrays.copyOf(neighbours, 2 * size);
            edgeIds = Arrays.copyOf(edgeIds, 2 * size);
        }
        neighbours[size] = neighbour;
        edgeIds[size++] = edgeId;
    }

    private void remove(int entry) {
        size--;
        System.arraycopy(neighbours, entry + 1, neighbours, entry, size - entry);
        System.arraycopy(edgeIds, entry + 1, edgeIds, entry, size - entry);
    }
}
