package io.pragh.tinkerpop.process.plan;

import io.pragh.tinkerpop.structure.PraghVertex;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalSideEffects;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.BulkSet;
import org.apache.tinkerpop.gremlin.util.function.BulkSetSupplier;

/** What the operators of one execution gather beside its results, under names: the traversal's side effects, and which vertices are among them. One thread. */
final class SideEffects {
    /** How what was gathered becomes one: as {@code aggregate} has it. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an operator of any collections
    private static final BinaryOperator<BulkSet<Object>> ALL = (BinaryOperator) Operator.addAll;

    private final TraversalSideEffects effects;
    private final Map<String, Members> members = new HashMap<>();

    SideEffects(TraversalSideEffects effects) {
        this.effects = effects;
    }

    /** Adds what rows from an index to another one stand for. */
    void add(String name, Run run, Rows rows, int from, int to) {
        BulkSet<Object> more = new BulkSet<>();
        Object[] objects = Keys.ITSELF.read(run, rows, from, to);
        for (int row = from; row < to; row++) {
            more.add(objects[row - from], rows.bulk(row));
        }
        effects.registerIfAbsent(name, BulkSetSupplier.instance(), ALL);
        effects.add(name, more);
    }

    /** The vertices that were gathered under a name up to now. Cost: none, but what has come since the last call. */
    Members members(String name) {
        Collection<?> all = effects.get(name);
        Members known = members.get(name);
        if (known == null || known.size != size(all)) {
            known = new Members(all);
            members.put(name, known);
        }
        return known;
    }

    private static int size(Collection<?> all) {
        return all instanceof BulkSet<?> set ? set.uniqueSize() : all.size();
    }

    /** Vertices among other things. Immutable. */
    static final class Members {
        private final LongSet numbers = new LongSet();
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
