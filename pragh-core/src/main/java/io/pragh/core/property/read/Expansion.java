package io.pragh.core.property.read;

import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.memory.Region;
import io.pragh.core.property.EdgePages;
import io.pragh.core.property.EdgePicker;
import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.Hops;
import io.pragh.core.property.Neighbours;
import io.pragh.core.property.ReadInterruptedException;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the edges of many vertices at a time, in columns, as one transaction sees them. A list that the transaction
 * has not changed, and whose head has all wanted entries, is read in place, without an allocation per entry; others
 * are walked. Reusable; one thread at a time.
 */
public final class Expansion implements Hops {
    /** A vertex whose lists have more chunks than this is not read together with others. */
    private static final int CHUNKS_TOGETHER = 16;
    /** A query with at most this limit reads all vertices together. */
    private static final int ENTRIES_TOGETHER = CHUNKS_TOGETHER * AdjacencyList.ENTRIES_SURE;

    /**
     * Up to this limit, counting the entries in the body suffices: its bytes take no longer than another operation.
     */
    private static final int COUNTED_IN_BODY = 127;

    /** The mask of walked entries at which the thread's interrupt flag is checked. */
    private static final int LOOK_MASK = 4095;

    /** The others' lists are tried first where there are so many times as many vertices. */
    private static final int FAR_FEWER = 8;

    private final Scope scope;
    private final VertexReads vertices;
    private final ListChanges changes;
    /** Whether the graph has ever lost values with a node. */
    private final BooleanSupplier hasLost;

    private final ListKeys lists = new ListKeys();
    private final Neighbours fromOthers = new Neighbours();
    /** Others whose lists have chunks. */
    private long[] longOthers = {};

    private final Heads heads = new Heads();
    /** Made at the first call of {@link #pick}, because few transactions need it. */
    private @Nullable EdgePicks picks;

    private long[] picked = {};
    private int[] places = {};
    /** Lists that cannot be read from their heads alone. */
    private long[] walkedKeys = {};

    private int[] walked = {};
    private int walkedCount;

    /** Reads in one transaction. */
    public Expansion(Scope scope, VertexReads vertices, ListChanges changes, BooleanSupplier hasLost) {
        this.hasLost = hasLost;
        this.scope = scope;
        this.vertices = vertices;
        this.changes = changes;
    }

    @Override
    public void expand(long[] vids, int from, int to, EdgeQuery query, boolean edgeIds, Neighbours into) {
        fill(vids, from, to, query);
        expandLists(query.limit(), edgeIds, into, Integer.MAX_VALUE);
    }

    @Override
    public int expandSome(long[] vids, int from, int to, EdgeQuery query, boolean edgeIds, Neighbours into) {
        return expandSome(vids, from, to, query, edgeIds, into, CHUNKS_TOGETHER);
    }

    /** As the other method, for vertices whose lists have at most so many chunks. */
    private int expandSome(
            long[] vids, int from, int to, EdgeQuery query, boolean edgeIds, Neighbours into, int chunksMax) {
        fill(vids, from, to, query);
        int stop = expandLists(query.limit(), edgeIds, into, chunksMax);
        return stop == lists.count() ? to : lists.owner(stop);
    }

    @Override
    public int between(
            long[] vids, int from, int to, long[] others, EdgeQuery query, boolean edgeIds, Neighbours into) {
        EdgeQuery all = new EdgeQuery(query.out(), query.in(), query.labels(), Long.MAX_VALUE);
        if (others.length == 0) {
            into.begin(0, edgeIds, others);
            return to;
        }
        if (hasLost.getAsBoolean()) { // then an edge may be in only one of its two lists
            int end = expandSome(vids, from, to, all, edgeIds, into, CHUNKS_TOGETHER);
            return end > from
                    ? EdgesBetween.keep(into, others, edgeIds, end)
                    : page(vids, from, others, all, edgeIds, into);
        }
        if ((to - from) / others.length >= FAR_FEWER && !Arrays.equals(others, longOthers)) {
            if (readOthers(others, all, edgeIds, 0)) {
                EdgesBetween.turn(fromOthers, others, vids, from, to, edgeIds, into);
                return to;
            }
            longOthers = others;
        }
        int end = expandSome(vids, from, to, all, edgeIds, into, 0);
        if (end > from) {
            return EdgesBetween.keep(into, others, edgeIds, end);
        }
        if (readOthers(others, all, edgeIds, CHUNKS_TOGETHER)) {
            EdgesBetween.turn(fromOthers, others, vids, from, from + 1, edgeIds, into);
            return from + 1;
        }
        return page(vids, from, others, all, edgeIds, into);
    }

    /** Reads the same edges at their other ends, unless the lists there have more than so many chunks. */
    private boolean readOthers(long[] others, EdgeQuery query, boolean edgeIds, int chunksMax) {
        EdgeQuery reversed = new EdgeQuery(query.in(), query.out(), query.labels(), query.limit());
        return expandSome(others, 0, others.length, reversed, edgeIds, fromOthers, chunksMax) == others.length;
    }

    private int page(long[] vids, int index, long[] others, EdgeQuery query, boolean edgeIds, Neighbours into) {
        EdgesBetween.keepOf(pages(vids, index, query, edgeIds), index, others, edgeIds, into);
        return index + 1;
    }

    @Override
    public EdgePages pages(long[] vids, int index, EdgeQuery query, boolean edgeIds) {
        return new PagedEdges(scope, vertices, changes, vids, index, query, edgeIds);
    }

    /** Returns the index of the first list that was left out, of a vertex whose lists have too many chunks. */
    private int expandLists(long limit, boolean edgeIds, Neighbours into, int chunksMax) {
        int count = lists.count();
        into.begin(count, edgeIds, lists.buffer());
        for (int list = 0; list < count; list++) {
            into.owner(list, lists.owner(list));
        }
        heads.begin(limit, edgeIds, into, null);
        readHeads(edgeIds ? Integer.MAX_VALUE : bytes(limit));
        int stop = walkedCount > 0 ? walk(limit, edgeIds, into, chunksMax) : count;
        for (int list = stop; list < count; list++) {
            into.entries(list, 0, 0);
        }
        if (limit != Long.MAX_VALUE && !lists.areOneEach()) {
            into.limit(limit);
        }
        return stop;
    }

    @Override
    public boolean sum(long[] vids, int from, int to, EdgeQuery query, long[] sums, Neighbours work) {
        fill(vids, from, to, query);
        Arrays.fill(sums, 0, to - from, 0);
        if (query.limit() != Long.MAX_VALUE && !lists.areOneEach()) {
            expandLists(query.limit(), false, work, Integer.MAX_VALUE);
            for (int list = 0; list < work.lists(); list++) {
                sums[work.owner(list) - from] += sum(work, list);
            }
            return work.count() > 0;
        }
        int count = lists.count();
        long[] ofLists = heads.sums(count);
        work.begin(count, false, lists.buffer());
        heads.begin(query.limit(), false, work, ofLists);
        readHeads(bytes(query.limit()));
        if (walkedCount > 0) {
            heads.any |= sumWalked(query.limit(), ofLists);
        }
        for (int list = 0; list < count; list++) {
            sums[lists.owner(list) - from] += ofLists[list];
        }
        return heads.any;
    }

    /** Looks for no lists when the limit is 0. */
    private void fill(long[] vids, int from, int to, EdgeQuery query) {
        lists.fill(scope, vertices, vids, from, query.limit() > 0 ? to : from, query);
    }

    @Override
    public void count(long[] vids, int from, int to, EdgeQuery query, long[] counts) {
        fill(vids, from, to, query);
        int count = lists.count();
        long[] ofLists = heads.sums(count);
        heads.begin(query.limit(), false, heads.into, null);
        heads.counts = ofLists;
        // with a small limit, enough entries in the body make it unnecessary to look at the appended ones behind it
        readHeads(query.limit() <= COUNTED_IN_BODY ? bytes(query.limit()) : AdjacencyList.IDS_OFFSET);
        if (walkedCount > 0) {
            pickWalked();
            long[] walkedCounts = new EdgeCounts(scope, changes).countsOfLong(walkedKeys);
            for (int i = 0; i < walkedCount; i++) {
                ofLists[walked[i]] = walkedCounts[i];
            }
        }
        Arrays.fill(counts, 0, to - from, 0);
        for (int list = 0; list < count; list++) {
            int row = lists.owner(list) - from;
            counts[row] = Math.min(query.limit(), counts[row] + ofLists[list]);
        }
    }

    @Override
    public void pick(long[] vids, int from, int to, EdgeQuery query, EdgePicker picker, long[] picked) {
        EdgePicks known = picks == null ? new EdgePicks(scope, vertices, changes) : picks;
        picks = known;
        known.pick(vids, from, to, query, picker, picked);
    }

    private static long sum(Neighbours work, int list) {
        long sum = 0;
        for (int i = work.from(list); i < work.to(list); i++) {
            sum += work.neighbours()[i];
        }
        return sum;
    }

    private static int bytes(long limit) {
        return limit >= AdjacencyList.ENTRIES_SURE ? Integer.MAX_VALUE : AdjacencyList.bytesFor((int) limit);
    }

    private void readHeads(int bytesMax) {
        int count = lists.count();
        long[] keys = lists.buffer();
        walkedCount = 0;
        if (changes.isEmpty()) {
            heads.places = null;
            scope.transaction().read(keys, 0, count, bytesMax, heads);
            return;
        }
        if (picked.length < count) {
            picked = new long[Math.max(count, 2 * picked.length)];
            places = new int[picked.length];
        }
        int unchanged = 0;
        for (int list = 0; list < count; list++) {
            if (changes.find(keys[list]) == null) {
                picked[unchanged] = keys[list];
                places[unchanged++] = list;
            } else {
                leave(list);
            }
        }
        heads.places = places;
        scope.transaction().read(picked, 0, unchanged, bytesMax, heads);
    }

    private void leave(int list) {
        if (walkedCount == walked.length) {
            walked = Arrays.copyOf(walked, Math.max(Long.BYTES, 2 * walkedCount));
        }
        walked[walkedCount++] = list;
    }

    private void pickWalked() {
        Arrays.sort(walked, 0, walkedCount);
        walkedKeys = new long[walkedCount];
        for (int i = 0; i < walkedCount; i++) {
            walkedKeys[i] = lists.buffer()[walked[i]];
        }
    }

    /**
     * Walks lists chunk by chunk, with the transaction's own changes. Stops before a vertex with too many chunks;
     * returns its first list.
     */
    private int walk(long limit, boolean edgeIds, Neighbours into, int chunksMax) {
        pickWalked();
        ListWalk walk = new ListWalk(scope, changes, walkedKeys, limit);
        int within = limit <= ENTRIES_TOGETHER ? walkedCount : walk.within(chunksMax);
        int stop = within == walkedCount ? lists.count() : lists.firstOfOwner(walked[within]);
        if (within == 0) {
            return stop; // without a look at the first entry, which may be in a chunk
        }
        int at = -1;
        int from = 0;
        int to = 0;
        while (walk.next() && walked[walk.list()] < stop) {
            if (walk.list() != at) {
                at = walk.list();
                from = into.reserve(0);
                to = from;
            }
            int place = into.reserve(1);
            into.neighbours()[place] = walk.neighbour();
            if (edgeIds) {
                into.edgeIds()[place] = walk.eid();
            }
            into.entries(walked[at], from, ++to);
            if (to - from >= limit) {
                walk.skipTo(at + 1);
            }
        }
        return stop;
    }

    /** Sums up the neighbours in lists that are walked; returns whether there are any. */
    private boolean sumWalked(long limit, long[] ofLists) {
        pickWalked();
        ListWalk walk = new ListWalk(scope, changes, walkedKeys, limit);
        int at = -1;
        long visited = 0;
        long walkedEntries = 0;
        while (walk.next()) {
            if ((++walkedEntries & LOOK_MASK) == 0 && Thread.currentThread().isInterrupted()) {
                throw new ReadInterruptedException();
            }
            visited = walk.list() == at ? visited : 0;
            at = walk.list();
            ofLists[walked[at]] += walk.neighbour();
            if (++visited >= limit) {
                walk.skipTo(at + 1);
            }
        }
        return at >= 0;
    }

    /** Receives the entries of heads, or counts or adds them up. */
    private final class Heads implements ValueVisitor {
        private long[] sums = {};
        private Neighbours into = new Neighbours();
        private long @Nullable [] added;
        private long @Nullable [] counts;
        private int @Nullable [] places;
        private long limit;
        private boolean edgeIds;
        /** Whether the sums have any addend. */
        private boolean any;

        void begin(long most, boolean idsToo, Neighbours target, long @Nullable [] sumsOfLists) {
            limit = most;
            edgeIds = idsToo;
            into = target;
            added = sumsOfLists;
            counts = null;
            any = false;
        }

        long[] sums(int count) {
            if (sums.length < count) {
                sums = new long[Math.max(count, 2 * sums.length)];
            }
            Arrays.fill(sums, 0, count, 0);
            return sums;
        }

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            take(index, region, body, AppendedEntries.NONE);
        }

        @Override
        public boolean value(int index, Region region, long body, int bodyBytes, AppendedEntries behind) {
            take(index, region, body, behind);
            return true;
        }

        private void take(int index, Region region, long body, AppendedEntries behind) {
            int list = places == null ? index : places[index];
            int count = AdjacencyList.count(region, body);
            int all = count + behind.count();
            if (all < limit && AdjacencyList.chunks(region, body) > 0) {
                leave(list);
                return;
            }
            int wanted = (int) Math.min(all, limit);
            int inBody = Math.min(count, wanted);
            long[] counted = counts;
            long[] summed = added;
            if (counted != null) {
                counted[list] = wanted;
            } else if (summed != null) {
                summed[list] = AdjacencyList.sum(region, body, inBody);
                for (int i = 0; i < wanted - inBody; i++) {
                    summed[list] += behind.first(i);
                }
                any |= wanted > 0;
            } else {
                int at = into.reserve(wanted);
                into.entries(list, at, at + wanted);
                copy(region, body, count, inBody, at);
                copy(behind, wanted - inBody, at + inBody);
            }
        }

        private void copy(Region region, long body, int count, int wanted, int at) {
            AdjacencyList.neighbours(region, body, wanted, into.neighbours(), at);
            if (edgeIds) {
                edgeIds(region, body, count, wanted, at);
            }
        }

        private void copy(AppendedEntries behind, int wanted, int at) {
            for (int i = 0; i < wanted; i++) {
                into.neighbours()[at + i] = behind.first(i);
                if (edgeIds) {
                    into.edgeIds()[at + i] = behind.second(i);
                }
            }
        }

        private void edgeIds(Region region, long body, int count, int wanted, int at) {
            long[] ids = into.edgeIds();
            int flags = AdjacencyList.flags(region, body);
            if ((flags & AdjacencyList.EDGE_IDS) == 0) {
                Arrays.fill(ids, at, at + wanted, 0);
                return;
            }
            for (int i = 0; i < wanted; i++) {
                ids[at + i] = AdjacencyList.edgeId(region, body, flags, count, i);
            }
        }
    }
}
