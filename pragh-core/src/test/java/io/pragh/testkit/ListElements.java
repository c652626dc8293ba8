package io.pragh.testkit;

import io.pragh.core.api.Transaction;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.memory.Region;

/** The elements of an adjacency list, in order. Stateless. */
public final class ListElements {
    private ListElements() {}

    /** The elements that a transaction sees; none when there is no such list. */
    public static long[] read(Transaction transaction, long key) {
        long[][] found = {{}};
        transaction.read(key, new ValueVisitor() {
            @Override
            public void value(int index, Region region, long body, int bodyBytes) {
                long[] elements = new long[AdjacencyList.count(region, body)];
                int flags = AdjacencyList.flags(region, body);
                for (int i = 0; i < elements.length; i++) {
                    elements[i] = AdjacencyList.neighbour(region, body, flags, i);
                }
                found[0] = elements;
            }
        });
        return found[0];
    }
}
