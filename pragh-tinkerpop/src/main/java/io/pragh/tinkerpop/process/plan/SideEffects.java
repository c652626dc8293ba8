package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.NumberSet;
import io.pragh.tinkerpop.structure.PraghVertex;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalSideEffects;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.BulkSet;
import org.apache.tinkerpop.gremlin.process.traversal.util.DefaultTraversalSideEffects;
import org.apache.tinkerpop.gremlin.util.function.BulkSetSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The side effects that the operators of one execution gather: those of the traversal, and the sets of vertices among
 * them. One thread.
 */
final class SideEffects {
    /** Merges gathered collections: the operator of {@code aggregate}. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an operator on any collections
    static final BinaryOperator<BulkSet<Object>> ALL = (BinaryOperator) Operator.addAll;

    private @Nullable TraversalSideEffects effects;
    private Map<String, Members> members = Map.of();

    /**
     * For a traversal; null when nothing can ask for its side effects. Most executions gather nothing, and allocate
     * nothing here.
     */
    SideEffects(@Nullable TraversalSideEffects effects) {
        this.effects = effects;
    }

    /** The side effects, with one of this name created if it is missing. */
    private TraversalSideEffects with(String name) {
        TraversalSideEffects known = effects == null ? new DefaultTraversalSideEffects() : effects;
        effects = known;
        known.registerIfAbsent(name, BulkSetSupplier.instance(), ALL);
        return known;
    }

    /** Adds the objects of rows from an index to another one. */
    void add(String name, Run run, Rows rows, int from, int to) {
        BulkSet<Object> more = new BulkSet<>();
        Object[] objects = Keys.ITSELF.read(run, rows, from, to);
        for (int row = from; row < to; row++) {
            more.add(objects[row - from], rows.bulk(row));
        }
        with(name).add(name, more);
    }

    /**
     * The vertices that were gathered under a name so far. Cost: none, except for objects added since the last call.
     */
    Members members(String name) {
        Collection<?> all = with(name).get(name);
        Members known = members.get(name);
        if (known == null || known.size != size(all)) {
            known = new Members(all);
            members = members.isEmpty() ? new HashMap<>() : members;
            members.put(name, known);
        }
        return known;
    }

    private static int size(Collection<?> all) {
        return all instanceof BulkSet<?> set ? set.uniqueSize() : all.size();
    }

    /** The vertices among gathered objects. Immutable. */
    static final class Members {
        private final NumberSet numbers = new NumberSet();
        private final int size;

        private Members(Collection<?> all) {
            this.size = size(all);
            Collection<?> once = all instanceof BulkSet<?> set ? set.asBulk().keySet() : all;
            for (Object each : once) {
                if (each instanceof PraghVertex vertex) {
                    numbers.add(vertex.vid());
                }
            }
        }

        boolean has(long vertex) {
            return numbers.contains(vertex);
        }
    }
}
