package io.pragh.core.property.read;

import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListBlock;
import io.pragh.core.property.change.ListChange;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the entries of several lists, in their order, with the transaction's own changes. All heads are one
 * batch of READs; chunks are read as they are needed, many at a time. One thread at a time.
 */
// The transaction may change the lists during the walk: entries removed meanwhile are left out; entries added to a
// list before the walk reaches its end may or may not be visited.
final class ListWalk {
    private static final int CHUNKS_AT_ONCE = 64;
    private static final long NOTHING = 0;
    private static final int UNKNOWN = -1;

    private final Scope scope;
    private final ListChanges changes;
    private final long[] keys;
    private final @Nullable ListBlock[] heads;
    /** Whether chunks of later lists are read together with those of this one. */
    private final boolean readAhead;
    /** The most chunks that are read together. */
    private final int chunksAtOnce;

    private long[] chunkKeys = {};
    private final int[] chunkEnds;
    private ListBlock[] window = {};
    private int windowFrom;

    private int list = -1;
    private @Nullable ListChange change;
    private @Nullable ListBlock block;
    private int entry;
    private int chunk;
    /** The place of the next entry that this transaction has added, and below it the end. */
    private int added;

    private int addedEnd = UNKNOWN;

    private long neighbour;
    private long eid;

    /**
     * A walk over lists of which at most {@code limit} entries each are wanted, at least 1; {@code Long.MAX_VALUE}
     * for all entries.
     */
    ListWalk(Scope scope, ListChanges changes, long[] keys, long limit) {
        this.scope = scope;
        this.changes = changes;
        this.keys = keys;
        this.readAhead = limit == Long.MAX_VALUE;
        this.chunksAtOnce = (int) Math.min(CHUNKS_AT_ONCE, 1 + (limit - 1) / AdjacencyList.ENTRIES_SURE);
        this.heads = new ListBlock[keys.length];
        this.chunkEnds = new int[keys.length];
        readHeads();
    }

    private void readHeads() {
        long[] wanted = new long[keys.length];
        int[] places = new int[keys.length];
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            ListChange known = changes.find(keys[i]);
            if (keys[i] != NOTHING && (known == null || !known.isCleared())) {
                wanted[count] = keys[i];
                places[count++] = i;
            }
        }
        ListBlock[] read = ListBlock.read(scope.transaction(), wanted, 0, count, true);
        for (int i = 0; i < count; i++) {
            heads[places[i]] = read[i];
        }
        int chunks = 0;
        for (int i = 0; i < keys.length; i++) {
            ListBlock head = heads[i];
            long[] further = head == null ? new long[0] : head.chunkKeys();
            if (further.length > 0) {
                chunkKeys = Arrays.copyOf(chunkKeys, chunks + further.length);
                System.arraycopy(further, 0, chunkKeys, chunks, further.length);
                chunks += further.length;
            }
            chunkEnds[i] = chunks;
        }
    }

    /**
     * How many of the lists, from the first one on, have at most so many chunks together. Entries that the
     * transaction has added count as chunks, by the least number of entries that fill one.
     */
    int within(int chunksMax) {
        int all = 0;
        int added = 0;
        while (all < keys.length) {
            ListChange own = changes.find(keys[all]);
            added += own == null ? 0 : own.added().end() / AdjacencyList.ENTRIES_SURE;
            if (chunkEnds[all] + added > chunksMax) {
                return all;
            }
            all++;
        }
        return all;
    }

    /** Moves on to the next entry; false when there is none. */
    boolean next() {
        while (true) {
            if (nextOfList()) {
                return true;
            }
            if (list + 1 >= keys.length) {
                return false;
            }
            begin(list + 1);
        }
    }

    /** Continues with a later list. */
    void skipTo(int later) {
        if (later < keys.length) {
            begin(later);
        } else {
            list = keys.length - 1;
            block = null;
            chunk = chunkEnds.length == 0 ? 0 : chunkEnds[keys.length - 1];
            added = 0;
            addedEnd = 0;
        }
    }

    private void begin(int at) {
        list = at;
        change = changes.find(keys[at]);
        block = heads[at];
        heads[at] = null; // the head may be large, and is not needed again
        entry = 0;
        chunk = at == 0 ? 0 : chunkEnds[at - 1];
        addedEnd = UNKNOWN;
    }

    private boolean nextOfList() {
        if (list < 0) {
            return false;
        }
        while (true) {
            ListBlock now = block;
            if (now == null) {
                return nextAdded();
            }
            while (entry < now.count()) {
                neighbour = now.neighbour(entry);
                eid = now.edgeId(entry++);
                if (!isGone()) {
                    return true;
                }
            }
            block = chunk < chunkEnds[list] ? chunk(chunk++) : null;
            entry = 0;
        }
    }

    private boolean isGone() {
        ListChange known = change;
        if (known == null) {
            known = changes.find(keys[list]);
            change = known;
        }
        return known != null && known.isGone(neighbour, eid);
    }

    private boolean nextAdded() {
        ListChange now = changes.find(keys[list]);
        if (addedEnd == UNKNOWN) {
            added = 0;
            addedEnd = now == null ? 0 : now.added().end();
        }
        while (now != null && added < Math.min(addedEnd, now.added().end())) {
            int next = added++;
            if (now.added().has(next)) {
                neighbour = now.added().neighbour(next);
                eid = now.added().eid(next);
                return true;
            }
        }
        return false;
    }

    private ListBlock chunk(int at) {
        if (at < windowFrom || at >= windowFrom + window.length) {
            int end = readAhead ? chunkKeys.length : chunkEnds[list];
            int count = Math.min(chunksAtOnce, end - at);
            window = ListBlock.read(scope.transaction(), chunkKeys, at, count, true);
            windowFrom = at;
        }
        return window[at - windowFrom];
    }

    /** The index of the entry's list. */
    int list() {
        return list;
    }

    long neighbour() {
        return neighbour;
    }

    long eid() {
        return eid;
    }
}
