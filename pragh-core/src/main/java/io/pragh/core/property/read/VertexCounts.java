package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.memory.Region;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.change.VertexChanges;

/** How many vertices there are: keys, and whether each has a value at the transaction's moment. Stateless. */
public final class VertexCounts {
    private VertexCounts() {}

    /** The reads are not validated one by one: each vertex that comes or goes signs the roll of all vertices. */
    public static long countAll(Scope scope, VertexChanges changes) {
        long[] count = new long[1];
        for (int partition = 0; partition < scope.homes().partitions(); partition++) {
            scope.transaction().watch(ElementRolls.vertices(scope.homes(), partition));
            KeyBatches batches = new KeyBatches(scope, partition, GraphKey.KIND_VERTEX);
            while (batches.hasNext()) {
                long[] keys = batches.next();
                scope.transaction().navigate(keys, 0, keys.length, 0, new ValueVisitor() {
                    @Override
                    public void value(int index, Region region, long body, int bodyBytes) {
                        count[0] += changes.find(GraphKey.vid(keys[index])) == null ? 1 : 0;
                    }
                });
            }
        }
        for (VertexChanges.Own own : changes.all()) {
            count[0] += own.record() == null ? 0 : 1;
        }
        return count[0];
    }
}
