package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/**
 * A row of a table of tests: a traversal, the steps that it becomes, and what Gremlin promises of its results.
 * Immutable.
 *
 * @param all the traversal without its limits, whose results include those of the traversal
 */
record PlanRow(String steps, Query query, Promise promise, Query all) {
    /** Makes a traversal from a source. */
    @FunctionalInterface
    interface Query extends Function<GraphTraversalSource, GraphTraversal<?, ?>> {}

    /** The results are those without strategies that rewrite, in any order. */
    static PlanRow row(String steps, Query query) {
        return new PlanRow(steps, query, Promise.ALL, query);
    }

    /** The same for a traversal that becomes a plan as a whole. */
    static PlanRow plan(String stages, Query query) {
        return row("[PlanStep(" + stages + ")]", query);
    }

    /** The traversal becomes a plan as a whole, and its results have the same order. */
    static PlanRow inOrder(String stages, Query query) {
        return new PlanRow("[PlanStep(" + stages + ")]", query, Promise.IN_ORDER, query);
    }

    /** The results are as many as without strategies that rewrite, and among those without limits. */
    static PlanRow some(String steps, Query query, Query all) {
        return new PlanRow(steps, query, Promise.SO_MANY, all);
    }

    /** The result may be any of several equal numbers. */
    static PlanRow number(String steps, Query query) {
        return new PlanRow(steps, query, Promise.EQUAL_NUMBERS, query);
    }

    /** The name of a lambda with some JDKs; Gremlin prints {@code lambda} where it recognizes one. */
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
