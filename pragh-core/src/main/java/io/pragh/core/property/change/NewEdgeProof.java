package io.pragh.core.property.change;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.memory.Region;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.NewEdges;
import io.pragh.core.property.NumberSet;
import io.pragh.core.property.element.ElementKeys;
import java.util.Arrays;

/**
 * Finds the edges added by a transaction that need no number, because each is the only one between its vertices under
 * its label, and decides at which of its two lists the commit must verify that. One thread.
 */
// The lists are searched at the transaction's snapshot, without validation. A parallel edge in the snapshot makes the
// new edge get a number. One that is added later is found by the home of the list, under its lock, where the entry
// must be alone (ListOperations.ALONE). Both lists are held until the commit is decided, so checking one is enough. A
// vertex that this transaction adds has only the lists that this transaction fills.
final class NewEdgeProof {
    /** The most lists searched together. */
    private static final int AT_ONCE = 256;
    /**
     * Lists of at most so many bytes are searched in the first pass; for longer ones, the other end of an edge may
     * have a shorter list.
     */
    private static final int SHORT_BYTES = 2048;
    /** Longer lists are not searched at all; shorter ones have room for the new entries. */
    private static final int LONG_BYTES = AdjacencyList.BLOCK_BYTES_MAX / 2;

    private static final int CAPACITY_FIRST = 16;
    private final Scope scope;
    private final VertexChanges vertices;
    private final ListChanges lists;
    private final NewEdges edges;
    private final CarriedProperties carried;
    /**
     * Numbers of edges that must be alone in the list of the vertex at which they arrive; all others in the list of
     * the vertex that they leave.
     */
    private final NumberSet aloneAtIn = new NumberSet();

    /** Undecided edges: the list that they leave, the vertex at which they arrive, their number. */
    private long[] outLists = new long[CAPACITY_FIRST];

    private long[] ins = new long[CAPACITY_FIRST];
    private long[] numbers = new long[CAPACITY_FIRST];
    private int count;
    /** Numbers that edges do without. */
    private long[] spared = new long[CAPACITY_FIRST];

    private int sparedCount;
    /** Vertices that this transaction adds and that did not exist before, each number plus 1. */
    private final NumberSet made = new NumberSet();

    private boolean anyCleared;
    private boolean anyLong;

    NewEdgeProof(Scope scope, VertexChanges vertices, ListChanges lists, NewEdges edges, CarriedProperties carried) {
        this.carried = carried;
        this.scope = scope;
        this.vertices = vertices;
        this.lists = lists;
        this.edges = edges;
    }

    /**
     * Decides about all new edges. Cost: one batch of READs for the lists at one end of the edges; up to three more
     * for edges whose list there is long.
     */
    void decide() {
        anyCleared = lists.anyCleared();
        anyLong = lists.anyLongerThan(LONG_BYTES / Long.BYTES);
        for (VertexChanges.Own own : vertices.all()) {
            if (own.isNew() && !own.existed()) {
                made.add(own.vid + 1);
            }
        }
        gather();
        for (int bytesMax : new int[] {SHORT_BYTES, LONG_BYTES}) {
            for (boolean out : new boolean[] {true, false}) {
                look(out, bytesMax);
            }
        }
        for (int i = 0; i < count; i++) {
            edges.number(numbers[i]);
        }
    }

    /** Of several new edges between the same vertices only the first may do without a number. */
    private void gather() {
        lists.pending((outList, in, number, isFirst) -> {
            if (edges.isNumbered(number)) {
                return;
            }
            if (!isFirst || anyCleared && (isCleared(outList) || isCleared(inList(outList, in)))) {
                edges.number(number);
            } else if (!isMade(GraphKey.vid(outList)) && !isMade(in)) {
                add(outList, in, number);
            }
        });
    }

    private static long inList(long outList, long in) {
        return ElementKeys.list(in, GraphKey.label(outList), false);
    }

    private boolean isCleared(long list) {
        ListChange change = lists.find(list);
        return change != null && change.isCleared();
    }

    private boolean isMade(long vid) {
        return made.contains(vid + 1);
    }

    private void add(long outList, long in, long number) {
        if (count == numbers.length) {
            outLists = Arrays.copyOf(outLists, 2 * count);
            ins = Arrays.copyOf(ins, 2 * count);
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        outLists[count] = outList;
        ins[count] = in;
        numbers[count++] = number;
    }

    /** Searches one list of each edge, if the list has at most so many bytes; keeps the edges that stay undecided. */
    private void look(boolean out, int bytesMax) {
        int kept = 0;
        for (int from = 0; from < count; ) {
            Batch batch = new Batch(out, bytesMax, from);
            int end = batch.end();
            scope.transaction().navigate(batch.keys, 0, batch.size, Integer.MAX_VALUE, batch);
            for (int i = from; i < end; i++) {
                if (batch.undecided[i - from]) {
                    outLists[kept] = outLists[i];
                    ins[kept] = ins[i];
                    numbers[kept++] = numbers[i];
                }
            }
            from = end;
        }
        count = kept;
    }

    /** Some of the edges, with the lists that are searched for them: adjacent edges share a list. */
    private final class Batch implements ValueVisitor {
        private final boolean out;
        private final int bytesMax;
        private final long[] keys = new long[AT_ONCE];
        private final int[] starts = new int[AT_ONCE + 1];
        private final boolean[] undecided;
        private int size;

        Batch(boolean out, int bytesMax, int from) {
            this.out = out;
            this.bytesMax = bytesMax;
            int at = from;
            for (; at < count; at++) {
                long key = out ? outLists[at] : inList(outLists[at], ins[at]);
                if (size == 0 || keys[size - 1] != key) {
                    if (size == AT_ONCE) {
                        break;
                    }
                    starts[size] = at;
                    keys[size++] = key;
                }
            }
            starts[size] = at;
            undecided = new boolean[at - from];
        }

        int end() {
            return starts[size];
        }

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            value(index, region, body, bodyBytes, AppendedEntries.NONE);
        }

        @Override
        public boolean value(int index, Region region, long body, int bodyBytes, AppendedEntries behind) {
            int bytes = bodyBytes + behind.count() * Long.BYTES;
            boolean looks = bytes <= bytesMax && AdjacencyList.chunks(region, body) == 0 && hasRoom(keys[index]);
            int entries = AdjacencyList.count(region, body) + behind.count();
            for (int i = starts[index]; i < starts[index + 1]; i++) {
                if (!looks || !fits(i, keys[index], entries)) {
                    undecided[i - starts[0]] = true;
                } else if (isThere(region, body, behind, out ? ins[i] : GraphKey.vid(outLists[i]))) {
                    edges.number(numbers[i]);
                } else {
                    decided(i);
                }
            }
            return true;
        }

        private static boolean isThere(Region region, long body, AppendedEntries behind, long neighbour) {
            boolean found = AdjacencyList.contains(region, body, neighbour);
            for (int i = 0; i < behind.count() && !found; i++) {
                found = behind.first(i) == neighbour;
            }
            return found;
        }

        @Override
        public void absent(int index) {
            boolean looks = hasRoom(keys[index]);
            for (int i = starts[index]; i < starts[index + 1]; i++) {
                if (looks && fits(i, keys[index], 0)) {
                    decided(i);
                } else {
                    undecided[i - starts[0]] = true;
                }
            }
        }

        /** Whether the entries that this transaction adds to the list fit into half a block. */
        private boolean hasRoom(long key) {
            ListChange change = anyLong ? lists.find(key) : null;
            return change == null || change.added().size() * Long.BYTES <= LONG_BYTES;
        }

        /**
         * Whether a list of so many entries has room for an edge and all others that this transaction adds. An edge
         * that carries a property must be alone in any attempt to commit, so its entry must fit into the block
         * whatever edge ids the other entries get.
         */
        private boolean fits(int edge, long key, int entries) {
            if (!carried.has(numbers[edge])) {
                return true;
            }
            ListChange change = lists.find(key);
            int added = change == null ? 0 : change.added().size();
            return entries + added <= AdjacencyList.ENTRIES_SURE;
        }

        private void decided(int edge) {
            if (!out) {
                aloneAtIn.add(numbers[edge]);
            }
        }
    }

    /**
     * Replaces pending edge ids among entries of a list (neighbour and edge id in turn) by the ids that are appended.
     */
    void settle(long list, long[] entries) {
        boolean out = GraphKey.direction(list) == GraphKey.OUT;
        boolean isOfMade = isMade(GraphKey.vid(list));
        for (int i = 0; i < entries.length; i += 2) {
            long eid = entries[i + 1];
            if (!EdgeRef.isPending(eid)) {
                continue;
            }
            long number = ElementKeys.number(eid);
            if (edges.isNumbered(number)) {
                entries[i + 1] = number;
            } else {
                if (out) {
                    spare(number);
                }
                boolean alone = !isOfMade && !isMade(entries[i]) && out != aloneAtIn.contains(number);
                long stored = carried.has(number) ? carried.edgeId(number) : number | ListOperations.PROVISIONAL;
                entries[i + 1] = stored | (alone ? ListOperations.ALONE : 0);
            }
        }
    }

    private void spare(long number) {
        if (sparedCount == spared.length) {
            spared = Arrays.copyOf(spared, 2 * sparedCount);
        }
        spared[sparedCount++] = number;
    }

    /** Numbers that edges do without, if the entries are stored as in the first attempts to commit. */
    long[] spared() {
        return Arrays.copyOf(spared, sparedCount);
    }
}
