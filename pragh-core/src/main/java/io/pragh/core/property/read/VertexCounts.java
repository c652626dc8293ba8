package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.memory.Region;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.change.VertexChanges;
import java.util.Arrays;

/** Counts vertices by the rolls of their homes, or by a walk over keys. Stateless. */
public final class VertexCounts {
    private VertexCounts() {}

    /**
     * Counts all vertices, with the transaction's own. The reads are not validated one by one, because every vertex
     * that is added or removed signs the roll of all vertices. Cost: one batch of READs; a walk over the keys of each
     * partition whose home has no count.
     */
    public static long countAll(Scope scope, VertexChanges changes) {
        HomeMap homes = scope.homes();
        long[] rolls = new long[homes.partitions()];
        Arrays.setAll(rolls, partition -> ElementRolls.vertices(homes, partition));
        long[] members = scope.transaction().members(rolls);
        long count = 0;
        for (int partition = 0; partition < rolls.length; partition++) {
            count += members[partition] == Transaction.UNCOUNTED ? walk(scope, partition) : members[partition];
        }
        for (VertexChanges.Own own : changes.all()) {
            count += (own.record() == null ? 0 : 1) - (own.existed() ? 1 : 0);
        }
        return count;
    }

    /** Counts the stored vertices of a partition, one by one. */
    public static long walk(Scope scope, int partition) {
        long[] count = new long[1];
        KeyBatches batches = new KeyBatches(scope, partition, GraphKey.KIND_VERTEX);
        while (batches.hasNext()) {
            long[] keys = batches.next();
            scope.transaction().navigate(keys, 0, keys.length, 0, new ValueVisitor() {
                @Override
                public void value(int index, Region region, long body, int bodyBytes) {
                    count[0]++;
                }
            });
        }
        return count[0];
    }
}
