package io.pragh.tinkerpop.prepared;

import io.pragh.tinkerpop.process.plan.PreparedPlan;
import io.pragh.tinkerpop.process.strategy.PraghStrategies;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.StoreGraph;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.jspecify.annotations.Nullable;

/**
 * A traversal that is planned once and executed many times, with other values of its parameters:
 *
 * <pre>
 * PreparedTraversal&lt;Vertex&gt; friends =
 *         graph.prepare((g, parameters) -&gt; g.V(parameters.of("id", 1L)).out("knows").limit(100));
 * List&lt;Vertex&gt; found = friends.list(Map.of("id", 7L));
 * </pre>
 *
 * <p>An execution is in the calling thread's transaction, and has the results and exceptions of the traversal with
 * these values, spawned at that moment. Any thread, several at once. Methods throw {@link IllegalArgumentException},
 * which names the parameters, when values are missing or belong to no parameter.
 */
/*
 * There is a plan when all of the traversal can be one, and only identifiers of V and the values of a has depend on
 * parameters. A plan knows nothing of the graph's labels and indexes: both are looked up in each execution, so it
 * needs no renewal. Where there is no plan, or a value cannot replace another one (a list, a null), the function
 * spawns the traversal anew, with that value for a parameter: so no value has to be found and replaced in a traversal
 * that Gremlin has built.
 */
public final class PreparedTraversal<E> {
    private final GraphTraversalSource g;
    private final ElementStore store;
    private final Spawn<E> spawn;
    private final Set<String> names;
    private final @Nullable PreparedPlan plan;

    /**
     * Builds a traversal. It is called again for an execution without a plan, then perhaps by several threads at
     * once, and has to build the same each time.
     */
    @FunctionalInterface
    public interface Spawn<E> {
        /** The traversal, spawned from this source and not begun. */
        GraphTraversal<?, E> traversal(GraphTraversalSource g, Parameters parameters);
    }

    private PreparedTraversal(
            GraphTraversalSource g,
            ElementStore store,
            Spawn<E> spawn,
            Set<String> names,
            @Nullable PreparedPlan plan) {
        this.g = g;
        this.store = store;
        this.spawn = spawn;
        this.names = names;
        this.plan = plan;
    }

    /**
     * Prepares a traversal of a graph. Cost: compiles a plan; reads nothing.
     *
     * @throws IllegalArgumentException when it comes from another source or is begun
     */
    public static <E> PreparedTraversal<E> of(StoreGraph graph, Spawn<E> spawn) {
        GraphTraversalSource g = graph.traversal();
        Parameters parameters = Parameters.examples();
        Traversal.Admin<?, E> traversal = spawn.traversal(g, parameters).asAdmin();
        if (traversal.getGraph().orElse(null) != graph) {
            throw new IllegalArgumentException(
                    "a prepared traversal has to be spawned from the source that its function is given: graph=" + graph
                            + " traversal=" + traversal);
        }
        if (traversal.isLocked()) {
            throw new IllegalArgumentException("a prepared traversal must not be begun by its function; leave out what"
                    + " executes it, as iterate(): traversal=" + traversal);
        }
        Set<String> names = Set.copyOf(parameters.asked().keySet());
        boolean isUsual = traversal.getStrategies() instanceof PraghStrategies strategies && strategies.areRegistered();
        PreparedPlan plan = isUsual ? PreparedPlan.ofHoles(g, traversal) : null;
        boolean isWhole = plan != null && plan.parameters().equals(names);
        return new PreparedTraversal<>(g, graph.store(), spawn, names, isWhole ? plan : null);
    }

    /** Names of the parameters. */
    public Set<String> names() {
        return names;
    }

    /**
     * Whether executions use a plan as long as each value is a text, a number, a boolean or a UUID; if not, each
     * spawns and plans the traversal.
     */
    public boolean isPlan() {
        return plan != null;
    }

    /** All results, in a list that belongs to the caller. */
    @SuppressWarnings("unchecked") // the type of the traversal's results
    public List<E> list(Map<String, ?> values) {
        PreparedPlan filled = planFor(values);
        return filled == null ? spawned(values).toList() : (List<E>) filled.list(store, copy(values));
    }

    /** The results, read on demand. The iterator belongs to the calling thread. */
    public Iterator<E> iterator(Map<String, ?> values) {
        return iterator(values, false);
    }

    /**
     * The first result. Reads no more than that needs.
     *
     * @throws NoSuchElementException when there is none
     */
    public E next(Map<String, ?> values) {
        Iterator<E> all = iterator(values, true);
        if (!all.hasNext()) {
            throw new NoSuchElementException("the prepared traversal has found nothing: " + this + " values=" + values);
        }
        return all.next();
    }

    @SuppressWarnings("unchecked") // the type of the traversal's results
    private Iterator<E> iterator(Map<String, ?> values, boolean few) {
        PreparedPlan filled = planFor(values);
        return filled == null ? spawned(values) : (Iterator<E>) filled.iterator(store, copy(values), few);
    }

    /** A traversal that has not begun, to be profiled or extended. */
    @SuppressWarnings("unchecked") // the type of the traversal's results
    public GraphTraversal<?, E> traversal(Map<String, ?> values) {
        PreparedPlan filled = planFor(values);
        return filled == null
                ? spawned(values)
                : (GraphTraversal<?, E>) (Traversal<?, ?>) filled.traversal(copy(values));
    }

    private GraphTraversal<?, E> spawned(Map<String, ?> values) {
        return spawn.traversal(g, Parameters.of(values));
    }

    /** The plan, if there is one and it can be executed with these values. */
    private @Nullable PreparedPlan planFor(Map<String, ?> values) {
        boolean canFill = true;
        boolean areAll = values.size() == names.size();
        for (String name : names) {
            Object value = values.get(name);
            areAll &= value != null || values.containsKey(name);
            canFill &= PreparedPlan.canFill(value);
        }
        if (!areAll) {
            throw wrongNames(values);
        }
        return canFill ? plan : null;
    }

    private IllegalArgumentException wrongNames(Map<String, ?> values) {
        List<String> missing =
                sorted(names.stream().filter(name -> !values.containsKey(name)).toList());
        List<String> unknown = sorted(values.keySet().stream()
                .filter(name -> name == null || !names.contains(name))
                .toList());
        return new IllegalArgumentException(
                "give each parameter of a prepared traversal a value, and no other: missing=" + missing + " unknown="
                        + unknown + " names=" + sorted(names));
    }

    /** Values that cannot change; a copy only of a map that could. */
    @SuppressWarnings("unchecked") // read only
    private static Map<String, Object> copy(Map<String, ?> values) {
        return (Map<String, Object>) Map.copyOf(values);
    }

    static List<String> sorted(Collection<String> names) {
        return names.stream().map(String::valueOf).sorted().toList();
    }

    @Override
    public String toString() {
        return "PreparedTraversal(" + (plan == null ? "no plan" : plan) + ")";
    }
}
