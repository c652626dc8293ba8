package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.NumberSet;
import io.pragh.core.property.VertexRecord;
import io.pragh.tinkerpop.process.step.QueryTime;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.FoundElements;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalSideEffects;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.jspecify.annotations.Nullable;

/** The state that the operators of one execution of a plan share. One thread. */
final class Run {
    final ElementStore store;
    /** The source of an inner chain; null in the outermost one. */
    final @Nullable Feed feed;

    /** The number of loops that the rows at the beginning of a chain have done, if they are in a loop. */
    final long loops;

    /** Values of parameters that differ from those with which the plan was made. */
    final Map<String, Object> values;

    private final QueryTime time;

    /** The side effects of the execution. */
    final SideEffects effects;

    /** Objects that the stages of a chain in a loop have passed in all loops so far. */
    private final Map<Object, NumberSet> seen;

    private final Map<String, Integer> labels;
    private final Budget budget;
    /** The nesting level of the chain. */
    private final int level;

    Run(ElementStore store, Map<String, Object> values, @Nullable TraversalSideEffects effects, QueryTime time) {
        this.time = time;
        this.store = store;
        this.values = values;
        this.effects = new SideEffects(effects);
        this.feed = null;
        this.loops = 0;
        this.seen = Map.of();
        this.labels = new HashMap<>(0);
        this.budget = new Budget(store.queryBytesMax());
        this.level = 0;
    }

    private Run(Run outer, @Nullable Feed feed, long loops, Map<Object, NumberSet> seen, int level) {
        this.time = outer.time;
        this.store = outer.store;
        this.values = outer.values;
        this.effects = outer.effects;
        this.feed = feed;
        this.loops = loops;
        this.seen = seen;
        this.labels = outer.labels;
        this.budget = outer.budget;
        this.level = level;
    }

    /** A run for a chain that begins with rows of another one. */
    Run within(Feed from) {
        budget.forgetBelow(level);
        return new Run(this, from, loops, seen, level + 1);
    }

    /** A run for chains that begin with rows that have done so many loops. */
    Run after(long howManyLoops) {
        return new Run(this, feed, howManyLoops, seen, level);
    }

    /**
     * A run for a chain that is executed repeatedly, each time with new operators.
     *
     * @param inLoops objects that its stages have passed, kept from one time to the next
     */
    Run inside(Map<Object, NumberSet> inLoops) {
        budget.forgetBelow(level);
        return new Run(this, feed, loops, inLoops, level + 1);
    }

    /** The time limit of the query. */
    QueryTime time() {
        return time;
    }

    /** Objects that a stage of a chain in a loop has passed. */
    NumberSet seen(Object stage) {
        return seen.computeIfAbsent(stage, first -> new NumberSet());
    }

    /** Tracks the memory of an operator. */
    Budget.Holder holder(String step) {
        return budget.holder(level, step);
    }

    /** If no transaction has begun, makes it begin at the home of the vertex with this identifier. */
    Run begin(long id) {
        store.transaction(id);
        return this;
    }

    /** The calling thread's transaction; reads lock it, since a threaded transaction is shared. */
    GraphTransaction transaction() {
        return store.transaction();
    }

    /** Numbers of edge labels, each once; null for all labels. 0 for a label that no edge ever had. */
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

    /** Whether the application identifies all vertices by their numbers. */
    boolean isCalledByNumbers() {
        GraphTransaction transaction = transaction();
        synchronized (transaction) {
            return transaction.isCalledByNumbers();
        }
    }

    /** The elements of rows from an index to another one; nothing is read until they are asked for data. */
    Object[] elements(Rows rows, int from, int to) {
        Object[] elements = new Object[to - from];
        for (int start = from; start < to; start += FoundElements.TOGETHER) {
            int end = Math.min(to, start + FoundElements.TOGETHER);
            Object[] some = rows.type == RowType.EDGE
                    ? FoundElements.edges(store, transaction(), Filters.edges(rows, start, end))
                    : FoundElements.vertices(store, rows.numbers, start, end);
            System.arraycopy(some, 0, elements, start - from, some.length);
        }
        return elements;
    }

    /**
     * The vertices with the numbers from an index to another one, null for removed ones. Cost: one batch of READs.
     */
    @Nullable
    VertexRecord[] read(long[] vids, int from, int to) {
        GraphTransaction transaction = transaction();
        synchronized (transaction) {
            return transaction.vertices(Arrays.copyOfRange(vids, from, to));
        }
    }

    /** Ends the query if its thread was interrupted, or its time is over. */
    void check() {
        checkInterrupted();
        time.check();
    }

    /** Ends the query if its thread was interrupted, as steps do. */
    static void checkInterrupted() {
        if (Thread.interrupted()) {
            throw new TraversalInterruptedException();
        }
    }
}
