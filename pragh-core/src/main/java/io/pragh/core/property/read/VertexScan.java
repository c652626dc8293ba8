package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.ScanVisitor;
import io.pragh.core.api.Transaction;
import io.pragh.core.memory.Region;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.VertexSearch;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.change.VertexChanges;
import io.pragh.core.property.element.VertexInPlace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the vertices of a partition that a search may find, in batches, then over those that the transaction
 * had added when the scan began. The commit depends on all vertices that have one of the labels. One thread at a
 * time.
 */
// Values in this node's memory are examined in place, and copied when they may match. A vertex that did not match,
// and that this transaction changes once its batch has been read, is returned at the end of the batch: it may match
// now, as it would in a scan that reads vertices one by one.
final class VertexScan implements Iterator<VertexRecord>, ScanVisitor {
    private static final int AT_FIRST = 64;
    /**
     * Vertices that are examined at once, in the order of memory, if few of them match; those that match are copied.
     */
    private static final int AT_ONCE = 1 << 14;

    private static final int FOUND_AT_ONCE = 512;

    private final Scope scope;
    private final VertexChanges changes;
    private final VertexReads reads;
    private final int partition;
    private final VertexSearch search;
    private final SoughtVertices sought;
    private final VertexInPlace view = new VertexInPlace();
    private final KeyBatches keys;

    private long cursor;
    private int size = AT_FIRST;
    private @Nullable List<VertexRecord> made;

    private List<VertexRecord> batch = new ArrayList<>();
    /** Place of each vertex of the batch among its keys. */
    private int[] places = new int[AT_FIRST];

    private boolean inOrder;
    /** How many vertices of the batch were returned. */
    private int given;

    private long batchFrom;
    private int changedBefore;
    private @Nullable VertexRecord next;

    /** A scan from a cursor of a {@link KeyScan} on, 0 for all. */
    VertexScan(Scope scope, VertexChanges changes, VertexReads reads, int partition, VertexSearch search, long cursor) {
        this.scope = scope;
        this.changes = changes;
        this.reads = reads;
        this.partition = partition;
        this.search = search;
        this.sought = SoughtVertices.of(search, scope, partition);
        this.keys = new KeyBatches(scope, partition, GraphKey.KIND_VERTEX);
        this.cursor = sought.isNone() ? KeyScan.END : cursor;
        List<VertexRecord> all = changes.made(scope.homes(), partition);
        all.removeIf(record -> !hasLabel(record));
        this.made = all;
        this.changedBefore = changes.size();
    }

    private boolean hasLabel(VertexRecord record) {
        Set<String> labels = search.labels();
        return labels == null || labels.contains(record.label());
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            if (given == batch.size() && !nextBatch()) {
                return false;
            }
            VertexRecord found = batch.get(given++);
            VertexChanges.Own own = changes.find(found.vid());
            next = own != null ? own.record() : found; // null if it was removed since the batch was read
        }
        return true;
    }

    @Override
    public VertexRecord next() {
        VertexRecord found = hasNext() ? next : null;
        if (found == null) {
            throw new NoSuchElementException();
        }
        next = null;
        return found;
    }

    private boolean nextBatch() {
        if (changes.size() != changedBefore && addChangedSince()) {
            return true;
        }
        while (cursor != KeyScan.END) {
            batch = new ArrayList<>();
            given = 0;
            inOrder = true;
            batchFrom = cursor;
            changedBefore = changes.size();
            long to = scope.transaction().scan(partition, GraphKey.KIND_VERTEX, cursor, size, this);
            if (to == Transaction.ELSEWHERE) {
                readByKeys();
            } else {
                cursor = to;
                sort();
            }
            size = batch.size() < FOUND_AT_ONCE ? Math.min(AT_ONCE, 4 * size) : Math.max(AT_FIRST, size / 4);
            if (!batch.isEmpty()) {
                return true;
            }
        }
        List<VertexRecord> last = made;
        if (last == null) {
            return false;
        }
        made = null;
        batch = last;
        given = 0;
        return !last.isEmpty();
    }

    @Override
    public boolean value(long key, int place, Region region, long body, int bodyBytes) {
        long vid = GraphKey.vid(key);
        VertexChanges.Own own = changes.find(vid);
        if (own != null) {
            addOwn(own, place);
            return false;
        }
        if (!sought.isAll()) {
            view.look(region, body, bodyBytes);
            if (!sought.hasLabel(view)) {
                return false;
            }
            if (!sought.mayBe(view)) {
                return true;
            }
        }
        add(reads.seen(vid, region, body, bodyBytes), place);
        return true;
    }

    @Override
    public boolean absent(long key) {
        return search.labels() == null && changes.find(GraphKey.vid(key)) == null;
    }

    private void addOwn(VertexChanges.Own own, int place) {
        VertexRecord record = own.record();
        if (record != null && !own.isNew() && hasLabel(record)) {
            add(record, place);
        }
    }

    private void add(VertexRecord record, int place) {
        int index = batch.size();
        if (index == places.length) {
            places = Arrays.copyOf(places, 2 * index);
        }
        places[index] = place;
        inOrder &= index == 0 || places[index - 1] <= place;
        batch.add(record);
    }

    private void sort() {
        if (inOrder) {
            return;
        }
        long[] order = new long[batch.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = (long) places[i] << Integer.SIZE | i;
        }
        Arrays.sort(order);
        List<VertexRecord> sorted = new ArrayList<>(order.length);
        for (long each : order) {
            sorted.add(batch.get((int) each));
        }
        batch = sorted;
    }

    /** Reads the next vertices of a partition that cannot be scanned at this node. */
    private void readByKeys() {
        keys.goTo(cursor);
        long[] vids = keys.next();
        cursor = keys.cursor();
        for (int i = 0; i < vids.length; i++) {
            vids[i] = GraphKey.vid(vids[i]);
        }
        Set<String> labels = search.labels();
        for (VertexRecord record : labels == null ? reads.read(vids) : reads.select(vids, sought.labels(), labels)) {
            VertexChanges.Own own = record == null ? null : changes.find(record.vid());
            if (own != null) {
                addOwn(own, batch.size());
            } else if (record != null && search.mayBe(record)) {
                add(record, batch.size());
            }
        }
    }

    private boolean addChangedSince() {
        changedBefore = changes.size();
        if (search.tests().isEmpty() || made == null) {
            return false;
        }
        Set<Long> known = new HashSet<>();
        batch.forEach(record -> known.add(record.vid()));
        List<VertexRecord> late = new ArrayList<>();
        for (VertexChanges.Own own : changes.all()) {
            VertexRecord record = own.record();
            if (record != null && !own.isNew() && !known.contains(record.vid()) && isOfBatch(record)) {
                late.add(record);
            }
        }
        batch.addAll(late);
        return !late.isEmpty();
    }

    private boolean isOfBatch(VertexRecord record) {
        long vid = record.vid();
        long place = scope.homes().fraction(vid) << GraphKey.LIST_BITS;
        return scope.homes().home(vid) == partition && place >= batchFrom && place < cursor && hasLabel(record);
    }
}
