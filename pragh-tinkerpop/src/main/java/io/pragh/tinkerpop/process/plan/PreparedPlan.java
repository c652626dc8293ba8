package io.pragh.tinkerpop.process.plan;

import io.pragh.tinkerpop.process.step.QueryTime;
import io.pragh.tinkerpop.structure.ElementStore;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.DefaultGraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.jspecify.annotations.Nullable;

/**
 * A traversal that is a plan as a whole, for repeated execution with other values of its parameters ({@code GValue}).
 * It holds nothing of the graph's catalogue: labels and indexes are looked up in each execution. Immutable.
 */
public final class PreparedPlan {
    private final GraphTraversalSource source;
    private final Chain plan;
    private final Map<String, Integer> holes;

    private PreparedPlan(GraphTraversalSource source, Chain plan, Map<String, Integer> holes) {
        this.source = source;
        this.plan = plan;
        this.holes = Map.copyOf(holes);
    }

    /**
     * Prepares a traversal that has not begun and is consumed here; null when it is no plan as a whole.
     *
     * @param source the traversal's source, with the strategies that come with the graph
     */
    public static @Nullable PreparedPlan of(GraphTraversalSource source, Traversal.Admin<?, ?> traversal) {
        Map<String, Integer> holes = Holes.of(traversal);
        return PlanCompiler.compileWhole(traversal) && traversal.getStartStep() instanceof PlanStep<?, ?> step
                ? new PreparedPlan(source, step.plan(), holes)
                : null;
    }

    /** As {@link #of}; null, too, when anything but the {@linkplain #holes holes} depends on a parameter. */
    public static @Nullable PreparedPlan ofHoles(GraphTraversalSource source, Traversal.Admin<?, ?> traversal) {
        return Holes.areAll(traversal) ? of(source, traversal) : null;
    }

    /**
     * How often each parameter occurs at a place where another value may come; no other part of the plan depends on
     * it.
     */
    public Map<String, Integer> holes() {
        return holes;
    }

    /** Names of parameters. */
    public Set<String> parameters() {
        return holes.keySet();
    }

    /** Whether a value can replace a parameter's: a text, a number, a boolean or a UUID. */
    public static boolean canFill(@Nullable Object value) {
        return Holes.isScalar(value);
    }

    /**
     * A traversal that has not begun, with these values of parameters, each of which {@linkplain #canFill fills} a
     * hole.
     */
    public GraphTraversal.Admin<Object, Object> traversal(Map<String, Object> values) {
        GraphTraversal.Admin<Object, Object> traversal = new DefaultGraphTraversal<>(source);
        traversal.addStep(new PlanStep<>(traversal, plan, values, false));
        return traversal;
    }

    /**
     * All results with these values, unmodifiable, in the calling thread's transaction, as with {@link #traversal}.
     */
    public List<@Nullable Object> list(ElementStore store, Map<String, Object> values) {
        Results results = new Results(store, plan, values, null, Operator.ALL, null, QueryTime.of(store));
        List<@Nullable Object> found = new ArrayList<>();
        while (results.hasNext()) {
            Object object = results.next();
            for (long i = results.bulk(); i > 0; i--) {
                found.add(object);
            }
        }
        return found;
    }

    /**
     * As {@link #list}, read on demand: all rows that operators give at a time, or {@code few} at first, when only
     * the first results are wanted.
     */
    public Iterator<@Nullable Object> iterator(ElementStore store, Map<String, Object> values, boolean few) {
        return new OneByOne(new Results(store, plan, values, null, few ? 1 : Operator.ALL, null, QueryTime.of(store)));
    }

    @Override
    public String toString() {
        return plan.toString();
    }

    /** Repeats each row once per traverser. One thread. */
    private static final class OneByOne implements Iterator<@Nullable Object> {
        private final Results results;
        private @Nullable Object object;
        private long left;

        OneByOne(Results results) {
            this.results = results;
        }

        @Override
        public boolean hasNext() {
            return left > 0 || results.hasNext();
        }

        @Override
        public @Nullable Object next() {
            if (left == 0) {
                if (!results.hasNext()) {
                    throw new NoSuchElementException("the prepared traversal has come to its end");
                }
                object = results.next();
                left = results.bulk();
            }
            left--;
            return object;
        }
    }
}
