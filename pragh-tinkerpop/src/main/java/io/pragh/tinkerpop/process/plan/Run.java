package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import io.pragh.tinkerpop.structure.ElementStore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.jspecify.annotations.Nullable;

/** What the operators of one execution of a plan share. One thread. */
final class Run {
    final ElementStore store;
    private final Map<String, Integer> labels = new HashMap<>(0);

    Run(ElementStore store) {
        this.store = store;
    }

    /** The calling thread's transaction; what is read of it is read while it is locked, since a threaded one is shared. */
    GraphTransaction transaction() {
        return store.transaction();
    }

    /** Numbers of edge labels, each once; null for all. 0 for one that no edge ever had. */
    int @Nullable [] numbers(List<String> names) {
        if (names.isEmpty()) {
            return null;
        }
        int[] numbers = new int[names.size()];
        int count = 0;
        for (String name : names) {
            if (name != null) {
                numbers[count++] = number(name);
            }
        }
        return count == numbers.length ? numbers : Arrays.copyOf(numbers, count);
    }

    private int number(String name) {
        Integer known = labels.get(name);
        if (known == null || known == 0) {
            known = store.properties().edgeLabel(name);
            labels.put(name, known);
        }
        return known;
    }

    /** The vertices of numbers from an index to another one, null for those that are gone. Cost: one batch of READs. */
    @Nullable
    VertexRecord[] read(long[] vids, int from, int to) {
        GraphTransaction transaction = transaction();
        synchronized (transaction) {
            return transaction.vertices(Arrays.copyOfRange(vids, from, to));
        }
    }

    /** Ends the query when its thread was interrupted, as steps do. */
    static void checkInterrupted() {
        if (Thread.interrupted()) {
            throw new TraversalInterruptedException();
        }
    }
}
