package io.pragh.core.graph;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Removes several entries from one block of a list: all that a transaction takes from there, in one copy. Stateless. */
final class TakeAll implements ValueOperation {
    private record Entry(long neighbour, long edgeId) {}

    @Override
    public int code() {
        return ListOperations.TAKE_ALL;
    }

    @Override
    public int newBytes(Update update, Region region, long body, int bodyBytes) {
        if (bodyBytes == ABSENT) {
            return WRONG_PLACE;
        }
        Columns from = Columns.of(region, body, bodyBytes);
        ListEntries entries = ListEntries.of(update);
        if (taken(from, entries).cardinality() < entries.size()) {
            return WRONG_PLACE;
        }
        return AdjacencyList.bytes(from.flags(), from.count() - entries.size(), AdjacencyList.chunks(region, body));
    }

    /** Which entries of the block go. */
    private static BitSet taken(Columns from, ListEntries entries) {
        Map<Entry, Integer> wanted = new HashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            wanted.merge(new Entry(entries.neighbour(i), entries.edgeId(i)), 1, Integer::sum);
        }
        BitSet taken = new BitSet();
        for (int i = 0; i < from.count(); i++) {
            Entry entry = new Entry(from.neighbour(i), from.edgeId(i));
            Integer times = wanted.get(entry);
            if (times != null && times > 0) {
                taken.set(i);
                wanted.put(entry, times - 1);
            }
        }
        return taken;
    }

    @Override
    public void write(
            Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
        Columns from = Columns.of(region, body, bodyBytes);
        BitSet taken = taken(from, ListEntries.of(update));
        Columns to = new Columns(target, newBody, from.flags(), from.count() - taken.cardinality());
        int chunks = AdjacencyList.chunks(region, body);
        AdjacencyList.writeShape(target, newBody, to.flags(), to.count(), chunks);
        int at = 0;
        for (int i = 0; i < from.count(); i++) {
            if (!taken.get(i)) {
                to.write(at++, from.neighbour(i), from.edgeId(i));
            }
        }
        to.pad();
        if (chunks > 0) {
            region.copyTo(from.chunks(), target, to.chunks(), chunks * Long.BYTES);
        }
    }
}
