package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListBlock;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.change.ListChange;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import java.util.Arrays;
import java.util.Objects;

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
        long[] counts = stored(keys, true);
        for (int i = 0; i < keys.length; i++) {
            ListChange change = changes.find(keys[i]);
            if (change != null) {
                counts[i] = change.count(counts[i]);
            }
        }
        return counts;
    }

    /** Entries of each list before this transaction; who watches the roll of edges need not have them validated. */
    private long[] stored(long[] keys, boolean validated) {
        long[] counts = new long[keys.length];
        boolean[] goesOn = new boolean[keys.length];
        look(keys, keys.length, validated, (index, region, body, bodyBytes) -> {
            counts[index] = AdjacencyList.count(region, body);
            goesOn[index] = AdjacencyList.chunks(region, body) > 0;
        });
        addChunks(keys, goesOn, counts, validated);
        return counts;
    }

    private void look(long[] keys, int count, boolean validated, ValueVisitor visitor) {
        if (validated) {
            scope.transaction().read(keys, 0, count, HEAD_BYTES, visitor);
        } else {
            scope.transaction().navigate(keys, 0, count, HEAD_BYTES, visitor);
        }
    }

    private void addChunks(long[] keys, boolean[] goesOn, long[] counts, boolean validated) {
        int[] places = new int[keys.length];
        long[] longKeys = new long[keys.length];
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            if (goesOn[i]) {
                places[count] = i;
                longKeys[count++] = keys[i];
            }
        }
        ListBlock[] heads = ListBlock.read(scope.transaction(), longKeys, 0, count, validated);
        for (int i = 0; i < count; i++) {
            long[] chunks = heads[i].chunkKeys();
            int place = places[i];
            look(
                    chunks,
                    chunks.length,
                    validated,
                    (index, region, body, bytes) -> counts[place] += AdjacencyList.count(region, body));
        }
    }

    /**
     * All edges, with the transaction's own: as the homes of the vertices that they leave know it. Cost: one batch of READs, and one for
     * lists that this transaction has cleared; a walk over the lists of those partitions whose home does not know.
     */
    public long countAll() {
        HomeMap homes = scope.homes();
        long[] rolls = new long[homes.partitions()];
        Arrays.setAll(rolls, partition -> ElementRolls.edges(homes, partition));
        long[] members = scope.transaction().members(rolls);
        long sum = 0;
        for (int partition = 0; partition < rolls.length; partition++) {
            sum += members[partition] == Transaction.UNCOUNTED ? walk(partition) : members[partition];
        }
        long[] own = Arrays.stream(changes.keys())
                .filter(key -> GraphKey.direction(key) == GraphKey.OUT)
                .toArray();
        long[] cleared = Arrays.stream(own)
                .filter(key -> Objects.requireNonNull(changes.find(key)).isCleared())
                .toArray();
        for (long key : own) {
            sum += Objects.requireNonNull(changes.find(key)).count(0);
        }
        return sum - Arrays.stream(stored(cleared, true)).sum();
    }

    /** Edges that leave the vertices of a partition before this transaction, list by list. */
    public long walk(int partition) {
        long sum = 0;
        KeyBatches batches = new KeyBatches(scope, partition, GraphKey.KIND_ADJACENCY);
        while (batches.hasNext()) {
            sum += Arrays.stream(stored(EdgeReads.outgoing(batches.next()), false))
                    .sum();
        }
        return sum;
    }
}
