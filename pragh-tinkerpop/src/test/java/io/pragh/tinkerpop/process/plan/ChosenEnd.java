package io.pragh.tinkerpop.process.plan;

import org.apache.tinkerpop.gremlin.process.traversal.Pick;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;

/** Ends drawn traversals with steps that take some results at random, or one of several options. Immutable. */
record ChosenEnd(GraphTraversal<?, ?> traversal, Promise promise) {
    /**
     * An end that takes some results. Gremlin does not promise which.
     *
     * @param limits whether the sample is smaller than all; false for traversers with sacks, of which Gremlin may draw
     *     one again
     */
    static ChosenEnd sampled(GraphTraversal<Object, Object> so, Draw draw, boolean limits) {
        String[] labels = draw.edgeLabels();
        int few = draw.below(4);
        int count = limits ? few : (int) TraversalGrammar.MORE_THAN_ALL;
        return switch (draw.below(9)) {
            case 0 -> some(so.sample(count).id());
            case 1 -> some(so.values(draw.key()).sample(count));
            case 2 -> some(so.out(labels).sample(count).by(__.in().count()));
            case 3 -> some(so.local(__.out(labels).sample(count)));
            case 4 -> some(so.local(__.bothE(labels).sample(count).by(__.constant(0.5))));
            case 5 -> some(so.local(__.both(labels).sample(count)).values("code"));
            case 6 -> all(so.out(labels).sample(few).count());
            case 7 ->
                all(so.project("c", "s")
                        .by("code")
                        .by(__.out(labels).sample(few).count()));
            default -> all(so.local(__.out(labels).sample(few)).count());
        };
    }

    /** An end that takes one of several options, with elements, numbers and texts among the results. */
    static ChosenEnd chosen(GraphTraversal<Object, Object> so, Draw draw) {
        String key = draw.key();
        String[] labels = draw.edgeLabels();
        return switch (draw.below(8)) {
            case 0 -> all(so.choose(T.label).option("person", __.values(key)).option("thing", __.out(labels)));
            case 1 ->
                all(so.choose(__.values(key)).option(draw.test(key), __.id()).option(Pick.unproductive, __.label()));
            case 2 ->
                all(so.choose(T.label).option("person", __.values(key)).dedup().count());
            case 3 ->
                all(so.choose(__.out(labels).count())
                        .option(0L, __.constant("none"))
                        .groupCount());
            case 4 -> all(so.branch(__.label()).option("person", __.values(key)).option(Pick.any, __.id()));
            case 5 ->
                all(so.groupCount()
                        .by(__.choose(T.label).option("person", __.label()).option(Pick.none, __.id())));
            case 6 -> all(so.optional(__.outE(labels)).fold());
            default ->
                new ChosenEnd(
                        so.order()
                                .by("code")
                                .choose(T.label)
                                .option("person", __.values("code"))
                                .option("thing", __.id()),
                        Promise.IN_ORDER);
        };
    }

    private static ChosenEnd all(GraphTraversal<?, ?> traversal) {
        return new ChosenEnd(traversal, Promise.ALL);
    }

    private static ChosenEnd some(GraphTraversal<?, ?> traversal) {
        return new ChosenEnd(traversal, Promise.SO_MANY);
    }
}
