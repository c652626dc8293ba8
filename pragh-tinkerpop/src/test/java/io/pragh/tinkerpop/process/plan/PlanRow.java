package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/**
 * A traversal, the steps that it becomes, and what Gremlin promises of its results. Immutable.
 *
 * @param all the traversal without its limits, which says among what its results are
 */
record PlanRow(String steps, Query query, Promise promise, Query all) {
    /** Makes a traversal from a source. */
    @FunctionalInterface
    interface Query extends Function<GraphTraversalSource, GraphTraversal<?, ?>> {}

    /** One that finds the same as without strategies that rewrite, in any order. */
    static PlanRow row(String steps, Query query) {
        return new PlanRow(steps, query, Promise.ALL, query);
    }

    /** The same for one that becomes a plan as a whole. */
    static PlanRow plan(String stages, Query query) {
        return row("[PlanStep(" + stages + ")]", query);
    }

    /** One that becomes a plan as a whole, and finds the same in the same order. */
    static PlanRow inOrder(String stages, Query query) {
        return new PlanRow("[PlanStep(" + stages + ")]", query, Promise.IN_ORDER, query);
    }

    /** One that finds as many as without, among those that there are without limits. */
    static PlanRow some(String steps, Query query, Query all) {
        return new PlanRow(steps, query, Promise.SO_MANY, all);
    }

    /** One that may find any of several equal numbers. */
    static PlanRow number(String steps, Query query) {
        return new PlanRow(steps, query, Promise.EQUAL_NUMBERS, query);
    }

    /** How some JDKs call a lambda, which Gremlin calls so where it knows it for one. */
    private static final Pattern LAMBDA = Pattern.compile("[\\w.$]+\\$\\$Lambda/[^,)\\]]*");

    /** The steps that a traversal becomes. */
    static String steps(GraphTraversal<?, ?> traversal) {
        traversal.asAdmin().applyStrategies();
        return LAMBDA.matcher(traversal.toString()).replaceAll("lambda");
    }

    void check(GraphTraversalSource g, GraphTraversalSource plain) {
        assertEquals(steps, steps(query.apply(g)));
        Outcome expected = Outcome.of(() -> query.apply(plain));
        Outcome found = Outcome.of(() -> query.apply(g));
        assertNull(
                found.breaks(promise, expected, () -> Outcome.of(() -> all.apply(plain))),
                () -> steps + "\nfound:    " + found + "\nexpected: " + expected);
    }
}
