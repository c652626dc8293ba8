package io.pragh.core.graph;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Removes several entries from one block of a list: all that a transaction removes there, in one copy. Stateless. */
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
        BitSet taken = taken(from, entries);
        return taken.cardinality() < entries.size()
                ? WRONG_PLACE
                : without(from, taken).bytes(AdjacencyList.chunks(region, body));
    }

    /** The entries of the block to remove. */
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

    private static BlockShape without(Columns from, BitSet taken) {
        int numbered = 0;
        for (int i = taken.nextSetBit(0); i >= 0; i = taken.nextSetBit(i + 1)) {
            numbered += from.edgeId(i) == 0 ? 0 : 1;
        }
        return from.shape().without(taken.cardinality(), numbered);
    }

    @Override
    public void write(
            Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
        Columns from = Columns.of(region, body, bodyBytes);
        BitSet taken = taken(from, ListEntries.of(update));
        int chunks = AdjacencyList.chunks(region, body);
        BlockWriter to = new BlockWriter(target, newBody, without(from, taken), chunks);
        for (int i = 0; i < from.count(); i++) {
            if (!taken.get(i)) {
                to.add(from.neighbour(i), from.edgeId(i));
            }
        }
        to.end(from, chunks);
    }
}
