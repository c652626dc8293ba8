package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;

/** Appends several entries to one block of a list: all that a transaction puts there, in one copy. Stateless. */
final class AppendAll implements ValueOperation {
    @Override
    public int code() {
        return ListOperations.APPEND_ALL;
    }

    @Override
    public int newBytes(Update update, Region region, long body, int bodyBytes) {
        if (bodyBytes == ABSENT && GraphKey.kind(update.key()) == GraphKey.KIND_CHUNK) {
            return WRONG_PLACE; // the list has been deleted meanwhile: its chunk must not come back
        }
        if (bodyBytes != ABSENT && AdjacencyList.chunks(region, body) > 0) {
            return FULL;
        }
        Columns from = Columns.of(region, body, bodyBytes);
        int count = from.count() + EntryBytes.count(update);
        int bytes = AdjacencyList.bytes(EntryBytes.flags(update, from.flags()), count, 0);
        return bytes > AdjacencyList.BLOCK_BYTES_MAX ? FULL : bytes;
    }

    @Override
    public void write(
            Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
        Columns from = Columns.of(region, body, bodyBytes);
        int added = EntryBytes.count(update);
        Columns to = new Columns(target, newBody, EntryBytes.flags(update, from.flags()), from.count() + added);
        AdjacencyList.writeShape(target, newBody, to.flags(), to.count(), 0);
        Columns.copyEntries(from, from.count(), to);
        for (int i = 0; i < added; i++) {
            to.write(from.count() + i, EntryBytes.neighbour(update, i), EntryBytes.edgeId(update, i));
        }
        to.padIds();
    }
}
