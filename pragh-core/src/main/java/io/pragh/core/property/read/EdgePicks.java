package io.pragh.core.property.read;

import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListBlock;
import io.pragh.core.memory.Region;
import io.pragh.core.property.EdgePicker;
import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.Hops;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import java.util.Arrays;

/**
 * Picks one edge of each of many vertices, as one transaction sees them; reads no other entry of a list that is read
 * in place. Used by {@link Expansion}. Reusable; one thread at a time.
 */
// An edge cannot be picked before the number of edges is known. When a list holds all edges of its vertex in its
// head, the visit of the head tells the number and picks the edge at once. For other lists the lengths are read
// first.
final class EdgePicks {
    private final Scope scope;
    private final VertexReads vertices;
    private final ListChanges changes;
    private final EdgeCounts edgeCounts;
    private final ListKeys lists = new ListKeys();
    private final Heads heads = new Heads();
    private final Picked inHeads = new Picked();

    /** How many edges a list has; 0 also for a list from which an edge was picked. */
    private long[] lengths = {};
    /** Whether a list needs more than its head. */
    private boolean[] goesOn = {};

    /** Lists that are read, or read again. */
    private long[] keys = {};

    private int[] places = {};
    private long[] entries = {};
    private int count;

    EdgePicks(Scope scope, VertexReads vertices, ListChanges changes) {
        this.scope = scope;
        this.vertices = vertices;
        this.changes = changes;
        this.edgeCounts = new EdgeCounts(scope, changes);
    }

    /** As {@link Hops#pick}. */
    void pick(long[] vids, int from, int to, EdgeQuery query, EdgePicker picker, long[] picked) {
        lists.fill(scope, vertices, vids, from, query.limit() > 0 ? to : from, query);
        Arrays.fill(picked, 0, to - from, Hops.NO_EDGE);
        begin(lists.count());
        readLengths(from, query.limit(), picker, picked);
        readLengthsOfLong();
        choose(query.limit(), picker);
        inHeads.from = from;
        inHeads.picked = picked;
        readChosen();
    }

    private void begin(int all) {
        if (lengths.length < all) {
            int capacity = Math.max(all, 2 * lengths.length);
            lengths = new long[capacity];
            goesOn = new boolean[capacity];
            keys = new long[capacity];
            places = new int[capacity];
            entries = new long[capacity];
        }
        Arrays.fill(lengths, 0, all, 0);
        Arrays.fill(goesOn, 0, all, false);
    }

    private void readLengths(int from, long limit, EdgePicker picker, long[] picked) {
        count = 0;
        for (int list = 0; list < lists.count(); list++) {
            long key = lists.buffer()[list];
            if (changes.isEmpty() || changes.find(key) == null) {
                keys[count] = key;
                places[count++] = list;
            } else {
                goesOn[list] = true;
            }
        }
        heads.from = from;
        heads.limit = limit;
        heads.alone = lists.areOneEach();
        heads.picker = picker;
        heads.picked = picked;
        int bytesMax = heads.alone ? bytes(limit) : AdjacencyList.IDS_OFFSET;
        scope.transaction().read(keys, 0, count, bytesMax, heads);
    }

    private static int bytes(long entries) {
        return entries >= AdjacencyList.ENTRIES_SURE ? Integer.MAX_VALUE : AdjacencyList.bytesFor((int) entries);
    }

    private void readLengthsOfLong() {
        count = 0;
        for (int list = 0; list < lists.count(); list++) {
            if (goesOn[list]) {
                keys[count] = lists.buffer()[list];
                places[count++] = list;
            }
        }
        if (count > 0) {
            long[] counts = edgeCounts.counts(Arrays.copyOf(keys, count));
            for (int i = 0; i < count; i++) {
                lengths[places[i]] = counts[i];
            }
        }
    }

    /** Chooses, for each vertex that has edges and no pick yet, the list and entry to read. */
    private void choose(long limit, EdgePicker picker) {
        count = 0;
        int end;
        for (int first = 0; first < lists.count(); first = end) {
            end = lists.behindOwner(first);
            long edges = 0;
            for (int list = first; list < end; list++) {
                edges += lengths[list];
            }
            edges = Math.min(edges, limit);
            if (edges > 0) {
                long edge = picker.pick(lists.owner(first), edges);
                int list = first;
                while (edge >= lengths[list]) {
                    edge -= lengths[list++];
                }
                keys[count] = lists.buffer()[list];
                places[count] = list;
                entries[count++] = edge;
            }
        }
    }

    private void readChosen() {
        int inHead = 0;
        long most = 0;
        for (int i = 0; i < count; i++) {
            if (goesOn[places[i]]) {
                inHeads.set(places[i], far(keys[i], entries[i]));
            } else {
                most = Math.max(most, entries[i] + 1);
                keys[inHead] = keys[i];
                places[inHead] = places[i];
                entries[inHead++] = entries[i];
            }
        }
        scope.transaction().read(keys, 0, inHead, bytes(most), inHeads);
    }

    /** Reads an entry of a list that has chunks, or that the transaction has changed. */
    private long far(long key, long entry) {
        if (changes.find(key) != null) {
            ListWalk walk = new ListWalk(scope, changes, new long[] {key}, Long.MAX_VALUE);
            long at = -1;
            while (at < entry && walk.next()) {
                at++;
            }
            return walk.neighbour();
        }
        EntryOfBlock head = new EntryOfBlock(entry);
        scope.transaction().read(new long[] {key}, 0, 1, Integer.MAX_VALUE, head);
        if (entry < head.entries) {
            return head.neighbour;
        }
        long[] chunks = head.chunkKeys;
        int[] counts = new int[chunks.length];
        scope.transaction()
                .read(
                        chunks,
                        0,
                        chunks.length,
                        AdjacencyList.IDS_OFFSET,
                        (index, region, body, bytes) -> counts[index] = AdjacencyList.count(region, body));
        long left = entry - head.entries;
        int chunk = 0;
        while (left >= counts[chunk]) {
            left -= counts[chunk++];
        }
        EntryOfBlock block = new EntryOfBlock(left);
        scope.transaction().read(chunks, chunk, 1, Integer.MAX_VALUE, block);
        return block.neighbour;
    }

    /** Reads one entry of a block, and the keys of the chunks that follow. */
    private static final class EntryOfBlock implements ValueVisitor {
        private final long entry;
        private long neighbour = Hops.NO_EDGE;
        private int entries;
        private long[] chunkKeys = {};

        EntryOfBlock(long entry) {
            this.entry = entry;
        }

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            int flags = AdjacencyList.flags(region, body);
            entries = AdjacencyList.count(region, body);
            if (entry < entries) {
                neighbour = AdjacencyList.neighbour(region, body, flags, (int) entry);
            } else {
                chunkKeys = new long[AdjacencyList.chunks(region, body)];
                for (int i = 0; i < chunkKeys.length; i++) {
                    chunkKeys[i] = ListBlock.chunkKey(AdjacencyList.chunkId(region, body, flags, entries, i));
                }
            }
        }
    }

    private static long entry(Region region, long body, AppendedEntries behind, long entry) {
        int inBody = AdjacencyList.count(region, body);
        return entry < inBody
                ? AdjacencyList.neighbour(region, body, AdjacencyList.flags(region, body), (int) entry)
                : behind.first((int) entry - inBody);
    }

    /** Receives lengths of lists, or picks from the lists. */
    private final class Heads implements ValueVisitor {
        private int from;
        private long limit;
        private boolean alone;
        private EdgePicker picker = (index, edges) -> 0;
        private long[] picked = {};

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            value(index, region, body, bodyBytes, AppendedEntries.NONE);
        }

        @Override
        public boolean value(int index, Region region, long body, int bodyBytes, AppendedEntries behind) {
            int list = places[index];
            int all = AdjacencyList.count(region, body) + behind.count();
            long edges = Math.min(all, limit);
            if (all < limit && AdjacencyList.chunks(region, body) > 0) {
                goesOn[list] = true;
            } else if (!alone) {
                lengths[list] = edges;
            } else if (edges > 0) {
                int owner = lists.owner(list);
                picked[owner - from] = entry(region, body, behind, picker.pick(owner, edges));
            }
            return true;
        }
    }

    /** Receives the chosen entries. */
    private final class Picked implements ValueVisitor {
        private int from;
        private long[] picked = {};

        void set(int list, long neighbour) {
            picked[lists.owner(list) - from] = neighbour;
        }

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            value(index, region, body, bodyBytes, AppendedEntries.NONE);
        }

        @Override
        public boolean value(int index, Region region, long body, int bodyBytes, AppendedEntries behind) {
            set(places[index], entry(region, body, behind, entries[index]));
            return true;
        }
    }
}
