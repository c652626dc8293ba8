package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListBlock;
import io.pragh.core.memory.Region;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.change.ListChange;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** How many entries lists have: of each block no more than its first word is read. One thread. */
public final class EdgeCounts {
    private static final int HEAD_BYTES = AdjacencyList.IDS_OFFSET;

    private final Scope scope;
    private final ListChanges changes;

    /** Counts in one transaction. */
    public EdgeCounts(Scope scope, ListChanges changes) {
        this.scope = scope;
        this.changes = changes;
    }

    /** Entries of each list. Cost: one batch of READs; for lists that go on in chunks one more for heads and one for chunks. */
    public long[] counts(long[] keys) {
        long[] counts = new long[keys.length];
        boolean[] goesOn = new boolean[keys.length];
        scope.transaction().read(keys, 0, keys.length, HEAD_BYTES, new ValueVisitor() {
            @Override
            public void value(int index, Region region, long body, int bodyBytes) {
                counts[index] = AdjacencyList.count(region, body);
                goesOn[index] = AdjacencyList.chunks(region, body) > 0;
            }
        });
        addChunks(keys, goesOn, counts);
        for (int i = 0; i < keys.length; i++) {
            ListChange change = changes.find(keys[i]);
            if (change != null) {
                counts[i] = change.count(counts[i]);
            }
        }
        return counts;
    }

    private void addChunks(long[] keys, boolean[] goesOn, long[] counts) {
        int[] places = new int[keys.length];
        long[] longKeys = new long[keys.length];
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            if (goesOn[i]) {
                places[count] = i;
                longKeys[count++] = keys[i];
            }
        }
        ListBlock[] heads = ListBlock.read(scope.transaction(), longKeys, 0, count, true);
        for (int i = 0; i < count; i++) {
            long[] chunks = heads[i].chunkKeys();
            int place = places[i];
            scope.transaction()
                    .read(
                            chunks,
                            0,
                            chunks.length,
                            HEAD_BYTES,
                            (index, region, body, bytes) -> counts[place] += AdjacencyList.count(region, body));
        }
    }

    /** Edges that leave the vertices of a partition. */
    public long countAll(int partition) {
        Set<Long> own = new HashSet<>();
        for (long key : changes.keys()) {
            if (GraphKey.direction(key) == GraphKey.OUT && scope.homes().home(key) == partition) {
                own.add(key);
            }
        }
        long sum = 0;
        scope.transaction().watch(ElementRolls.edges(scope.homes(), partition));
        KeyBatches batches = new KeyBatches(scope, partition, GraphKey.KIND_ADJACENCY);
        while (batches.hasNext()) {
            long[] keys = EdgeReads.outgoing(batches.next());
            for (long key : keys) {
                own.remove(key);
            }
            sum += Arrays.stream(counts(keys)).sum();
        }
        long[] rest = own.stream().mapToLong(key -> key).toArray();
        return sum + Arrays.stream(counts(rest)).sum();
    }
}
