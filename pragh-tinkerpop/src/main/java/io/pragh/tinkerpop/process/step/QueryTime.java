package io.pragh.tinkerpop.process.step;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.StoreGraph;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.OptionsStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;

/**
 * The time limit of one execution of a query, counted from the request of the first row. One thread; without a limit,
 * any.
 */
public final class QueryTime {
    /** The value of a graph's option that means no limit, in milliseconds: a year. */
    public static final long MILLIS_UNLIMITED = TimeUnit.DAYS.toMillis(365);

    /** No limit. */
    private static final QueryTime ENDLESS = new QueryTime(MILLIS_UNLIMITED, "");

    private static final String GRAPH_OPTION = "pragh.queryMillisMax";
    /** The option's name in Gremlin and in drivers. */
    private static final String TRAVERSAL_OPTION = "evaluationTimeout";
    /** Elements between two checks of the clock: a power of two. */
    private static final int TOGETHER = 256;

    private final long millisMax;
    private final String option;
    private boolean begun;
    private long beganNanos;

    private QueryTime(long millisMax, String option) {
        this.millisMax = millisMax;
        this.option = option;
    }

    /** The limit of the graph. */
    public static QueryTime of(ElementStore store) {
        long most = store.queryMillisMax();
        return most >= MILLIS_UNLIMITED ? ENDLESS : new QueryTime(most, GRAPH_OPTION);
    }

    /**
     * The limit that the traversal's source has asked for, 0 for none; otherwise the graph's.
     *
     * @throws IllegalArgumentException when it is not a number
     */
    public static QueryTime of(Traversal.Admin<?, ?> traversal) {
        Object asked = traversal
                .getStrategies()
                .getStrategy(OptionsStrategy.class)
                .map(options -> options.getOptions().get(TRAVERSAL_OPTION))
                .orElse(null);
        if (asked == null) {
            return traversal.getGraph().orElse(null) instanceof StoreGraph graph ? of(graph.store()) : ENDLESS;
        }
        if (!(asked instanceof Number millis) || millis.longValue() < 0) {
            throw new IllegalArgumentException(TRAVERSAL_OPTION + " is a number of milliseconds, 0 for no limit: "
                    + TRAVERSAL_OPTION + "=" + asked);
        }
        boolean isEndless = millis.longValue() == 0 || millis.longValue() >= MILLIS_UNLIMITED;
        return isEndless ? ENDLESS : new QueryTime(millis.longValue(), TRAVERSAL_OPTION);
    }

    /**
     * The limit of the query that a step belongs to; none where the query begins with a step that does not know it.
     */
    static QueryTime at(Step<?, ?> step) {
        Traversal.Admin<?, ?> root = TraversalHelper.getRootTraversal(step.getTraversal());
        return root.getStartStep() instanceof Timed timed ? timed.time() : ENDLESS;
    }

    /** Whether there is no limit. */
    boolean isEndless() {
        return millisMax >= MILLIS_UNLIMITED;
    }

    /**
     * Throws when the time is over; the first call starts it. Cost: a reading of the clock if there is a limit, else
     * none.
     *
     * @throws PraghException when the time is over
     */
    public void check() {
        if (isEndless()) {
            return;
        }
        long nanos = System.nanoTime();
        if (!begun) {
            begun = true;
            beganNanos = nanos;
        }
        if (nanos - beganNanos > TimeUnit.MILLISECONDS.toNanos(millisMax)) {
            throw new PraghException("a query took longer than it may; ask for less at a time, or raise " + option
                    + ": " + option + "=" + millisMax);
        }
    }

    /** The same elements, with checks of the time between them. */
    <E> Iterator<E> during(Iterator<E> elements) {
        check();
        return isEndless() ? elements : new Watched<>(elements);
    }

    private final class Watched<E> implements Iterator<E> {
        private final Iterator<E> elements;
        private int given;

        Watched(Iterator<E> elements) {
            this.elements = elements;
        }

        @Override
        public boolean hasNext() {
            return elements.hasNext();
        }

        @Override
        public E next() {
            if ((++given & (TOGETHER - 1)) == 0) {
                check();
            }
            return elements.next();
        }
    }
}
