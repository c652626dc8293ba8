package io.pragh.tinkerpop.process.plan;

import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Pick;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;

/**
 * Grows a traversal by one drawn step after the other. Each step is drawn from its own seed, so that the others stay
 * the same when one is taken out. One thread.
 */
final class TraversalGrammar {
    /** A limit that takes nothing away, because no traversal here finds so much. */
    static final long MORE_THAN_ALL = 1_000_000_000;

    /** From so many traversers on, only steps are drawn that find no more than they are given. */
    private static final double WIDE = 300;

    private final RandomGraph graph;
    private GraphTraversal<Object, Object> so;
    private boolean onEdges;
    /** Whether a vertex led to each edge. */
    private boolean fromVertex;
    /**
     * Whether the order of results decides which of several paths to an element is left, so that no later step may
     * look at paths.
     */
    private boolean deduplicated;
    /** The approximate number of traversers. */
    private double width;

    private int names;
    private boolean limited;
    /** Whether traversers have sacks. */
    private boolean sacks;
    /** Whether the content of sacks depends on which of several paths was left. */
    private boolean sacksUnclear;

    TraversalGrammar(RandomGraph graph, GraphTraversalSource source, long seed) {
        this.graph = graph;
        Draw draw = new Draw(seed, graph);
        sacks = draw.oneIn(4);
        GraphTraversalSource g = sacks ? source.withSack(1) : draw.oneIn(12) ? source.withPath() : source;
        width = graph.size();
        so = any(start(g, draw));
    }

    /** Begins at one vertex. */
    TraversalGrammar(RandomGraph graph, GraphTraversalSource source, Object id) {
        this.graph = graph;
        this.width = WIDE / 2;
        this.so = any(source.V(id));
    }

    GraphTraversal<Object, Object> traversal() {
        return so;
    }

    boolean onEdges() {
        return onEdges;
    }

    boolean deduplicated() {
        return deduplicated;
    }

    /** Whether later steps may ask for sacks, which hold numbers. */
    boolean sacks() {
        return sacks && !sacksUnclear;
    }

    /** Whether traversers have sacks. */
    boolean carriesSacks() {
        return sacks;
    }

    /** Whether there is a limit already. */
    boolean limited() {
        return limited;
    }

    private GraphTraversal<?, ?> start(GraphTraversalSource g, Draw draw) {
        String key = draw.key();
        switch (draw.below(16)) {
            case 0, 1, 2 -> {
                return g.V();
            }
            case 3 -> {
                return g.V().has(key, draw.value(key));
            }
            case 4 -> {
                return g.V().has(key, draw.test(key));
            }
            case 5 -> {
                return g.V().has(draw.vertexLabel(), "n", draw.value("n"));
            }
            case 6 -> {
                return g.V().hasLabel(draw.vertexLabel()).has(key, draw.test(key));
            }
            case 7 -> {
                return g.V().hasId(draw.vertexIds());
            }
            case 8 -> {
                onEdges = true;
                return draw.oneIn(2) ? g.E() : g.E().has("w", draw.test("w"));
            }
            case 9 -> {
                onEdges = true;
                width = 3;
                return g.E(draw.edgeIds());
            }
            case 10, 11 -> {
                return spread(g.V(draw.vertexIds()[0]), draw);
            }
            default -> {
                width = 3;
                return g.V(draw.vertexIds());
            }
        }
    }

    /** From one vertex to the elements that are new in each loop. */
    private GraphTraversal<?, ?> spread(GraphTraversal<?, ?> from, Draw draw) {
        GraphTraversal<Object, Object> one = any(from);
        String[] labels = draw.edgeLabels();
        String key = draw.key();
        int times = 1 + draw.below(3);
        width = WIDE / 4;
        deduplicated = true;
        if (sacks) {
            return spreadWithSacks(one, draw, labels, times);
        }
        return switch (draw.below(7)) {
            case 0 -> one.repeat(moves(__.both(labels).dedup())).times(times);
            case 1 -> one.repeat(moves(__.out(labels).dedup())).emit().times(times);
            case 2 -> one.emit().repeat(moves(__.both(labels).dedup())).times(times);
            // an until() behind a repeat() without one would belong to it, and the next repeat() would loop without
            // end
            case 3 -> one.emit().repeat(moves(__.both(labels).has(key).dedup())).times(4);
            case 4 -> one.until(ends(draw)).repeat(moves(__.both(labels).dedup()));
            case 5 -> one.repeat(moves(__.both(labels).dedup().hasNot(key))).until(ends(draw));
            default ->
                one.repeat(moves(__.out(labels).in(labels).dedup())).emit().times(times);
        };
    }

    /** The same, with the number of loops in the sack. */
    private static GraphTraversal<?, ?> spreadWithSacks(
            GraphTraversal<Object, Object> one, Draw draw, String[] labels, int times) {
        Traversal<Object, Object> loop =
                moves(__.both(labels).dedup().sack(Operator.sum).by(__.constant(1)));
        return switch (draw.below(4)) {
            case 0 -> one.repeat(loop).times(times);
            case 1 -> one.repeat(loop).emit().times(times);
            case 2 -> one.emit(__.sack().is(P.gt(1))).repeat(loop).times(times);
            default -> one.until(ends(draw)).repeat(loop);
        };
    }

    /** Adds a step. */
    void step(long seed) {
        Draw draw = new Draw(seed, graph);
        if (sacks && draw.oneIn(3)) {
            so = any(onEdges ? so.sack(Operator.sum).by("w") : sackStep(draw));
        } else if (onEdges) {
            so = any(edgeStep(draw));
        } else if (width > WIDE || draw.below(5) < 2) {
            so = any(draw.oneIn(2) ? test(draw) : filter(draw));
        } else {
            so = any(draw.below(5) < 2 ? hop(draw) : branch(draw));
        }
    }

    /** Steps that put numbers into sacks, or look at them. */
    @SuppressWarnings("unchecked") // children in an array, as Gremlin takes them
    private GraphTraversal<?, ?> sackStep(Draw draw) {
        String[] labels = draw.edgeLabels();
        int which = draw.below(sacks() ? 12 : 8);
        width *= which > 3 && which < 9 ? 5 : 1;
        return switch (which) {
            case 0 -> so.sack(Operator.sum).by(__.out(labels).count());
            case 1 -> so.sack(Operator.mult).by(__.constant(3));
            case 2 -> so.sack(Operator.minus).by(__.both(labels).dedup().count());
            case 3 -> so.coin(1).sack(Operator.max).by(__.in(labels).count());
            case 4 -> so.union(__.out(labels), __.in(labels).sack(Operator.sum).by(__.constant(2)));
            case 5 ->
                so.local(__.out(labels).sack(Operator.sum).by(__.in(labels).count()));
            case 6 ->
                so.repeat(moves(__.out(labels).sack(Operator.sum).by(__.constant(0.5))))
                        .emit()
                        .times(2);
            case 7 -> so.optional(__.out(labels).sack(Operator.assign).by(__.constant(7)));
            case 8 -> so.choose(__.sack().is(P.gt(2)), __.out(labels), __.in(labels));
            case 9 -> so.where(__.sack().is(P.lt(5)));
            case 10 -> so.where(__.sack(Operator.sum).by(__.constant(1)).sack().is(P.gt(2)));
            default -> so.not(__.sack().is(P.within(1, 2, 4L)));
        };
    }

    private GraphTraversal<?, ?> edgeStep(Draw draw) {
        switch (draw.below(13)) {
            case 11 -> {
                return so.where(__.inV().hasId(draw.vertexIds()));
            }
            case 12 -> {
                return fromVertex && !deduplicated
                        ? so.where(__.otherV().hasId(draw.vertexIds()))
                        : so.where(__.outV().has("n").hasId(draw.vertexIds()));
            }
            case 0 -> {
                return so.has("w", draw.test("w"));
            }
            case 1 -> {
                return so.hasLabel(draw.edgeLabels().length == 0 ? "knows" : "likes");
            }
            case 2 -> {
                return so.where(__.inV().has("n", draw.test("n")));
            }
            case 3 -> {
                deduplicated = true;
                sacksUnclear = true;
                return so.dedup();
            }
            case 4 -> {
                return so.has("since");
            }
            case 5 -> {
                return so.hasNot("w");
            }
            default -> {
                onEdges = false;
                return end(draw);
            }
        }
    }

    private GraphTraversal<?, ?> end(Draw draw) {
        boolean other = fromVertex && !deduplicated;
        fromVertex = false;
        return switch (draw.below(other ? 6 : 3)) {
            case 0 -> so.inV();
            case 1 -> so.outV();
            case 2 -> so.bothV();
            default -> so.otherV();
        };
    }

    /** Steps that test a vertex by its label or properties. */
    private GraphTraversal<?, ?> test(Draw draw) {
        String key = draw.key();
        return switch (draw.below(12)) {
            case 0 -> so.has(key);
            case 1, 2 -> so.has(key, draw.value(key));
            case 3, 4 -> so.has(key, draw.test(key));
            case 5 -> so.has(draw.vertexLabel(), key, draw.value(key));
            case 6 -> so.has(draw.vertexLabel(), key, draw.test(key));
            case 7 -> so.hasLabel(draw.vertexLabel());
            case 8 -> so.hasLabel("person", "thing");
            case 9 -> so.hasId(draw.vertexIds());
            case 10 -> so.hasNot(key);
            default -> so.filter(__.values("n").is(draw.numberTest()));
        };
    }

    /** Steps that leave out some traversers, or none. */
    private GraphTraversal<?, ?> filter(Draw draw) {
        String key = draw.key();
        String[] labels = draw.edgeLabels();
        return switch (draw.below(17)) {
            case 0 -> so.where(__.out(labels));
            case 1 -> so.where(__.out(labels).has(key, draw.test(key)));
            case 2 -> so.where(__.out(labels).count().is(draw.countTest()));
            case 3 -> so.where(__.bothE(labels).has("w", draw.test("w")));
            case 4 -> so.not(__.in(labels));
            case 5 -> so.not(__.has(key, draw.test(key)));
            case 6 -> so.and(__.has(key), __.out(labels));
            case 7 -> so.or(__.has(key, draw.value(key)), __.in(labels).hasLabel("person"));
            case 8 -> limited ? so.has("code") : limit(so);
            case 9 -> so.barrier();
            case 10 -> so.identity();
            case 11, 12 -> {
                deduplicated = true;
                sacksUnclear = true;
                yield so.dedup();
            }
            case 13 -> so.order().by("code");
            case 14 -> deduplicated ? so.has("n") : so.simplePath();
            case 15 -> deduplicated ? so.has("t") : so.cyclicPath();
            default -> so.where(__.out(labels).limit(1).in(labels));
        };
    }

    // Once only: TinkerPop 3.8.1 merges two limits in a row, and the limit of an order().limit(n) behind them then
    // takes their place, before the order (EarlyLimitStrategy; g.V().limit(9).limit(9).order().by("age").limit(1),
    // also of a TinkerGraph).
    private <X> GraphTraversal<?, X> limit(GraphTraversal<?, X> all) {
        limited = true;
        return all.limit(MORE_THAN_ALL);
    }

    private GraphTraversal<?, ?> hop(Draw draw) {
        String[] labels = draw.edgeLabels();
        int which = draw.below(9);
        width *= which % 3 == 2 ? 10 : 5;
        onEdges = which > 5;
        fromVertex = onEdges;
        return switch (which) {
            case 0, 3 -> so.out(labels);
            case 1, 4 -> so.in(labels);
            case 2, 5 -> so.both(labels);
            case 6 -> so.outE(labels);
            case 7 -> so.inE(labels);
            default -> so.bothE(labels);
        };
    }

    @SuppressWarnings("unchecked") // children in an array, as Gremlin takes them
    private GraphTraversal<?, ?> branch(Draw draw) {
        String[] labels = draw.edgeLabels();
        String name = "s" + names++;
        int times = 1 + draw.below(2);
        width *= 15;
        return switch (draw.below(36)) {
            case 0, 1 -> so.repeat(moves(__.out(labels))).times(times);
            case 2 -> so.repeat(moves(__.out(labels))).emit().times(times);
            case 3 -> so.emit().repeat(moves(__.in(labels))).times(times);
            case 4 -> so.times(times).repeat(moves(__.both("made")));
            case 5 -> so.until(ends(draw)).repeat(moves(__.out(labels)));
            case 6 -> so.repeat(moves(__.out(labels))).until(ends(draw));
            case 7 ->
                deduplicated
                        ? so.out(labels)
                        : so.repeat(moves(__.out(labels).simplePath())).times(times);
            case 8 -> so.union(__.out(labels), __.in(labels));
            case 9 -> so.union(__.identity(), __.outE(labels).inV(), __.has("n").in("made"));
            case 10 -> so.coalesce(__.out("made"), __.out("knows"), __.in());
            case 11 -> so.optional(__.out(labels));
            case 12 -> so.choose(__.has("n", draw.test("n")), __.out(labels), __.in(labels));
            case 13 -> so.choose(__.out(labels), __.out(labels));
            case 14 -> deduplicated ? so.in(labels) : so.as(name).out(labels).where(P.neq(name));
            case 15 ->
                deduplicated ? so.in(labels) : so.as(name).out(labels).has("n").select(name);
            case 16 -> so.aggregate(name).out(labels).where(P.without(name));
            case 17 -> so.local(__.out(labels));
            case 18 ->
                limited
                        ? so.in(labels)
                        : limit(so.out(labels)).local(__.out(labels).limit(MORE_THAN_ALL));
            case 19 -> so.flatMap(__.out(labels).has("n"));
            case 20 -> so.outE(labels).has("w", draw.test("w")).inV();
            case 21 -> so.as(name).out(labels).where(P.lt(name)).by("code");
            case 22 ->
                deduplicated
                        ? so.in(labels)
                        : so.as(name).out(labels).as(name + "b").where(name, P.neq(name + "b"));
            case 23 -> so.order().by(__.out(labels).count()).by("code").out(labels);
            case 24 ->
                so.where(__.out(labels).dedup().count().is(draw.countTest())).in(labels);
            case 25 -> so.where(__.both(labels).range(1, 3).has("n")).out(labels);
            case 26, 27, 28, 29, 30 -> waysAndGatherings(draw, name, labels);
            case 31, 32, 33, 34 -> options(draw, labels);
            default -> so.outE(labels).inV();
        };
    }

    /** Steps whose traversers take one or several options by a value. */
    private GraphTraversal<?, ?> options(Draw draw, String[] labels) {
        String key = draw.key();
        return switch (draw.below(6)) {
            case 0 -> so.choose(T.label).option("person", __.out(labels)).option(draw.vertexLabel(), __.in(labels));
            case 1 ->
                so.choose(__.values(key))
                        .option(draw.value(key), __.out(labels))
                        .option(draw.test(key), __.in(labels))
                        .option(Pick.none, __.both(labels))
                        .option(Pick.unproductive, __.identity());
            case 2 ->
                so.choose(__.out(labels).count())
                        .option(draw.countTest(), __.in(labels))
                        .option(
                                Pick.none,
                                draw.oneIn(2) ? __.out(labels) : __.has(key).in("made"));
            case 3 ->
                so.branch(__.values(key))
                        .option(draw.test(key), __.out(labels))
                        .option(draw.test(key), __.in(labels))
                        .option(Pick.any, __.identity())
                        .option(draw.oneIn(2) ? Pick.none : Pick.unproductive, __.out("made"));
            case 4 -> so.branch(__.label()).option("person", __.out(labels)).option("thing", __.in(labels));
            default ->
                so.repeat(moves(__.choose(T.label)
                                .option("person", __.out(labels))
                                .option(Pick.none, __.has(key).in(labels))))
                        .emit()
                        .times(2);
        };
    }

    /** Steps that depend on former steps. {@code coin(1)} is in no plan, and passes every traverser. */
    private GraphTraversal<?, ?> waysAndGatherings(Draw draw, String name, String[] labels) {
        return switch (draw.below(5)) {
            case 0 ->
                deduplicated ? so.in(labels) : so.as(name).out(labels).coin(1).select(name);
            case 1 ->
                deduplicated
                        ? so.in(labels)
                        : so.bothE(labels).as(name).has("w", draw.test("w")).otherV();
            case 2 ->
                deduplicated
                        ? so.in(labels)
                        : so.bothE(labels)
                                .as(name)
                                .otherV()
                                .coin(1)
                                .<Edge>select(name)
                                .inV();
            case 3 -> so.aggregate(name).where(__.both(labels).where(P.within(name)));
            default ->
                so.out(labels).aggregate(name).choose(__.out().where(P.without(name)), __.in(labels), __.out(labels));
        };
    }

    private static Traversal<?, ?> ends(Draw draw) {
        return __.or(__.has("n", draw.test("n")), __.loops().is(P.gte(2)));
    }

    @SuppressWarnings("unchecked") // steps know what they take and give
    static Traversal<Object, Object> moves(Traversal<?, ?> child) {
        return (Traversal<Object, Object>) child;
    }

    /** The same traversal with other type parameters. */
    @SuppressWarnings("unchecked") // steps know what they take and give
    static GraphTraversal<Object, Object> any(GraphTraversal<?, ?> traversal) {
        return (GraphTraversal<Object, Object>) traversal;
    }
}
