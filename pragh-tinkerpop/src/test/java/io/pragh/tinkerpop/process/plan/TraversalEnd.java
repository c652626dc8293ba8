package io.pragh.tinkerpop.process.plan;

import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.WithOptions;
import org.apache.tinkerpop.gremlin.structure.T;

/** Ends a drawn traversal, and says what Gremlin promises of the results. One thread. */
final class TraversalEnd {
    private final GraphTraversal<Object, Object> so;
    private final boolean deduplicated;
    private final boolean onEdges;
    private final boolean sacks;
    private final boolean carriesSacks;
    /** False leaves the limits out, for the results among which limited ones must be. */
    private final boolean limits;

    /**
     * 1 where the traversal has a limit already: TinkerPop's EarlyLimitStrategy replaces two limits whose sum is 0,
     * and everything behind them.
     */
    private final int limitMin;

    private final Draw draw;
    private Promise promise = Promise.ALL;

    TraversalEnd(TraversalGrammar grammar, Draw draw, boolean limits) {
        this.so = grammar.traversal();
        this.deduplicated = grammar.deduplicated();
        this.onEdges = grammar.onEdges();
        this.sacks = grammar.sacks();
        this.carriesSacks = grammar.carriesSacks();
        this.limitMin = grammar.limited() ? 1 : 0;
        this.draw = draw;
        this.limits = limits;
    }

    Promise promise() {
        return promise;
    }

    /** The traversal with its end. */
    GraphTraversal<?, ?> draw() {
        if (sacks && draw.oneIn(2)) {
            return sacks();
        }
        if (onEdges) {
            return edges();
        }
        return switch (draw.below(13)) {
            case 0, 1 -> counted();
            case 2 -> numbers();
            case 3 -> grouped();
            case 4 -> ordered();
            case 5 -> limited();
            case 6 -> localLimits();
            case 7 -> paths();
            case 8 -> of(ChosenEnd.sampled(so, draw, limits && !carriesSacks));
            case 9 -> of(ChosenEnd.chosen(so, draw));
            case 10 -> MapsEnd.ofMaps(so, draw);
            case 11 -> MapsEnd.ofValues(so, draw);
            default -> read();
        };
    }

    private GraphTraversal<?, ?> sacks() {
        return switch (draw.below(10)) {
            case 0 -> so.groupCount().by(__.sack());
            case 1 -> so.group().by(__.sack()).by(__.count());
            case 2 -> so.group().by(T.label).by(__.sack().sum());
            case 3 -> so.project("s", "l").by(__.sack()).by(T.label);
            case 4 -> so.coin(1).sack();
            case 5 -> so.count().sack();
            case 6 -> so.map(__.sack(Operator.sum).by(__.constant(1)).sack());
            case 7 -> {
                promise = Promise.EQUAL_NUMBERS_IN_ORDER;
                yield so.order()
                        .by(__.sack(), draw.oneIn(2) ? Order.asc : Order.desc)
                        .limit(5)
                        .sack();
            }
            default -> so.sack();
        };
    }

    private GraphTraversal<?, ?> edges() {
        return switch (draw.below(18)) {
            case 0 -> so.count();
            case 1 -> so.id();
            case 2 -> so.label().groupCount();
            case 3 -> so.values("w");
            case 4 -> so.values("w", "since").count();
            case 5 -> so.valueMap();
            case 6 -> so.elementMap();
            case 7 -> deduplicated ? so.dedup() : so.path();
            case 8 -> so.values("w").sum();
            case 9 -> so.group().by(T.label).by(__.values("w").sum());
            case 10 -> so.groupCount().by("w");
            case 11 -> so.properties("w");
            case 12 -> so.dedup().by(T.label).count();
            case 13 -> so.inV().id();
            case 14 -> limitedTo(so);
            case 15 -> so.valueMap("w").with(WithOptions.tokens);
            case 16 -> so.elementMap("since");
            default -> so;
        };
    }

    private GraphTraversal<?, ?> counted() {
        String[] labels = draw.edgeLabels();
        return switch (draw.below(12)) {
            case 0, 1 -> so.count();
            case 2 -> so.out(labels).count();
            case 3 -> so.bothE(labels).count();
            case 4 -> so.dedup().count();
            case 5 -> so.out(labels).dedup().count();
            case 6 -> so.dedup().by(draw.oneIn(2) ? "t" : "n").count();
            case 7 -> so.limit(limitMin + draw.below(6)).count();
            // As a filter: TinkerPop's CountStrategy counts no more results than the test needs.
            case 8 -> so.where(__.out(labels).count().is(draw.countTest())).count();
            case 9 -> so.fold().count(Scope.local);
            case 10 -> so.values(draw.key()).dedup().count();
            default -> so.local(__.out(labels).count());
        };
    }

    private GraphTraversal<?, ?> numbers() {
        String key = draw.oneIn(3) ? "m" : "n";
        switch (draw.below(10)) {
            case 0, 1 -> {
                return so.values(key).sum();
            }
            case 2 -> {
                promise = Promise.EQUAL_NUMBERS;
                return so.values(key).min();
            }
            case 3 -> {
                promise = Promise.EQUAL_NUMBERS;
                return so.values(key).max();
            }
            case 4 -> {
                return so.values(key).mean();
            }
            case 5 -> {
                return so.id().sum();
            }
            case 6 -> {
                return draw.oneIn(2) ? so.values("code").max() : so.values("t").min();
            }
            case 7 -> {
                return so.values("t").sum();
            }
            case 8 -> {
                return so.bothE().values("w").sum();
            }
            default -> {
                return so.values(key).is(draw.numberTest());
            }
        }
    }

    private GraphTraversal<?, ?> grouped() {
        Order order = draw.oneIn(2) ? Order.asc : Order.desc;
        String key = draw.key();
        String[] labels = draw.edgeLabels();
        return switch (draw.below(24)) {
            case 0 -> so.groupCount();
            case 1 -> so.groupCount().by(T.label);
            case 2 -> so.groupCount().by(T.id);
            case 3, 4 -> so.groupCount().by(key);
            case 5 -> so.group();
            case 6 -> so.group().by(T.label);
            case 7 -> so.group().by(key).by("code");
            case 8 -> so.group().by(T.label).by(__.count());
            case 9 -> so.group().by("t").by(__.values("n").sum());
            case 10 -> so.group().by(T.id).by(__.out(labels).count());
            case 11 -> so.groupCount().by(__.out(labels).count());
            case 12 -> so.label().groupCount();
            case 13 -> so.group().by("t").by(__.out(labels).values("n").mean());
            case 14 -> so.group().by(T.label).by(__.out(labels).id().fold());
            case 15 -> so.group().by(__.out(labels).count()).by(__.count());
            case 16 -> so.group().by("n").by(__.both(labels).has(key).count());
            case 17 -> so.values(key).group().by().by(__.count());
            case 18 -> so.group().by("t").by(__.order().by("code", order));
            case 19 ->
                so.group().by(T.label).by(__.out(labels).order().by("code").id().fold());
            case 20 ->
                so.group()
                        .by("n")
                        .by(__.order().by("code", order).limit(2).values("code").fold());
            case 21 ->
                so.group()
                        .by(T.id)
                        .by(__.both(labels).order().by("code").skip(1).count());
            case 22 ->
                so.group().by(__.out(labels).count()).by(__.values("code").order());
            default -> so.group("g").by("t").by(T.id).cap("g");
        };
    }

    private GraphTraversal<?, ?> ordered() {
        Order order = draw.oneIn(2) ? Order.asc : Order.desc;
        int count = 1 + draw.below(6);
        promise = Promise.IN_ORDER;
        switch (draw.below(13)) {
            case 0, 1 -> {
                return so.order().by("code", order).limit(count);
            }
            case 9, 10, 11 -> {
                return orderedByChains(order, count);
            }
            case 2 -> {
                return so.order().by("code", order).values("code");
            }
            case 3 -> {
                return so.order().by("code", order).range(count, count + 3L).id();
            }
            case 4 -> {
                return so.order().by("code", order).tail(count);
            }
            case 5 -> {
                return so.dedup().order().by("code", order).skip(count);
            }
            case 6 -> {
                promise = Promise.EQUAL_NUMBERS_IN_ORDER;
                return so.order().by("n", order).values("n");
            }
            case 7 -> {
                promise = Promise.EQUAL_NUMBERS_IN_ORDER;
                return so.values("n").order().by(order).limit(count);
            }
            case 8 -> {
                return so.order().by(T.label, order).by("code").limit(count).values("code");
            }
            default -> {
                return so.values("code").order().limit(count);
            }
        }
    }

    private GraphTraversal<?, ?> orderedByChains(Order order, int count) {
        switch (draw.below(3)) {
            case 0 -> {
                return so.project("c", "n")
                        .by("code")
                        .by(__.out(draw.edgeLabels()).count())
                        .order()
                        .by(__.select("n"), order)
                        .by(__.select("c"))
                        .limit(count);
            }
            case 1 -> {
                return so.order()
                        .by(__.out(draw.edgeLabels()).dedup().count(), order)
                        .by("code")
                        .limit(count)
                        .valueMap("code");
            }
            default -> {
                return deduplicated
                        ? so.order().by(T.id).id()
                        : so.as("a")
                                .out(draw.edgeLabels())
                                .order()
                                .by("code", order)
                                .limit(count)
                                .values("code");
            }
        }
    }

    /** Gremlin does not promise which results are left. */
    private GraphTraversal<?, ?> limited() {
        GraphTraversal<Object, Object> some = limitedTo(so);
        return switch (draw.below(5)) {
            case 0 -> some.id();
            case 1 -> some.label();
            case 2 -> some.values("code");
            default -> some;
        };
    }

    private GraphTraversal<Object, Object> limitedTo(GraphTraversal<Object, Object> all) {
        promise = Promise.SO_MANY;
        int count = limitMin + draw.below(6);
        int which = draw.below(4);
        if (!limits) {
            return all;
        }
        return switch (which) {
            case 0 -> all.range(count, count + 4L);
            case 1 -> all.skip(count);
            case 2 -> all.tail(count + 1L);
            default -> all.limit(count);
        };
    }

    private GraphTraversal<?, ?> localLimits() {
        String[] first = draw.edgeLabels();
        String[] second = draw.edgeLabels();
        int few = 1 + draw.below(3);
        long limit = limits ? few : TraversalGrammar.MORE_THAN_ALL;
        switch (draw.below(9)) {
            case 0 -> {
                promise = Promise.SO_MANY;
                return so.local(__.out(first).limit(limit));
            }
            case 1 -> {
                promise = Promise.SO_MANY;
                return so.out(first)
                        .limit(TraversalGrammar.MORE_THAN_ALL)
                        .local(__.out(second).limit(limit))
                        .id();
            }
            case 2 -> {
                return so.out(first)
                        .limit(TraversalGrammar.MORE_THAN_ALL)
                        .local(__.out(second).limit(few))
                        .count();
            }
            case 3 -> {
                promise = Promise.SOME;
                return so.out(first).limit(limit).local(__.out(second).limit(limit));
            }
            case 4 -> {
                return so.out(first)
                        .limit(TraversalGrammar.MORE_THAN_ALL)
                        .local(__.out(second).limit(TraversalGrammar.MORE_THAN_ALL))
                        .dedup()
                        .count();
            }
            case 5 -> {
                return so.out(first)
                        .limit(TraversalGrammar.MORE_THAN_ALL)
                        .local(__.out(second).limit(TraversalGrammar.MORE_THAN_ALL))
                        .values("n")
                        .sum();
            }
            case 6 -> {
                promise = Promise.SO_MANY;
                return so.local(__.bothE(first).limit(limit));
            }
            case 7 -> {
                return so.local(__.in(first).limit(few).count());
            }
            default -> {
                promise = Promise.IN_ORDER;
                return so.dedup()
                        .order()
                        .by("code")
                        .local(__.out(first).order().by("code").limit(few))
                        .values("code");
            }
        }
    }

    private GraphTraversal<?, ?> of(ChosenEnd end) {
        promise = end.promise();
        return end.traversal();
    }

    private GraphTraversal<?, ?> paths() {
        if (deduplicated) {
            return draw.oneIn(2) ? so.id() : so.label();
        }
        String[] labels = draw.edgeLabels();
        return switch (draw.below(22)) {
            case 0 -> so.path();
            case 1 -> so.out(labels).path();
            case 2 -> so.as("a").out(labels).as("b").select("a", "b");
            case 3 -> so.as("a").out(labels).as("b").select("a", "b").by("code").by(T.id);
            case 4 -> so.out(labels).in(labels).simplePath();
            case 5 -> so.as("a").both(labels).as("b").path().by(T.id);
            case 6 -> so.as("a").out(labels).select("a").values("n");
            case 7 -> so.out(labels).path().by("n");
            case 8 -> so.as("a").out(labels).as("b").select("a", "b").by("n");
            case 9 -> so.as("a").out(labels).select("a").by("n");
            case 10 -> so.as("a").out(labels).as("a").in(labels).select("a").id();
            case 11 ->
                so.as("a").out(labels).as("b").where("a", P.gt("b")).by("n").select("b");
            case 12 ->
                so.emit()
                        .repeat(TraversalGrammar.moves(__.both(labels).simplePath()))
                        .times(2)
                        .path()
                        .by("code")
                        .by(T.id);
            case 13 ->
                so.repeat(TraversalGrammar.moves(__.outE(labels).inV()))
                        .times(2)
                        .path()
                        .by(T.id)
                        .by(T.label);
            case 14, 15, 16, 17, 18, 19 -> named(labels);
            default -> so.outE(labels).inV().path();
        };
    }

    /** Ends that look back at named places. */
    private GraphTraversal<?, ?> named(String[] labels) {
        return switch (draw.below(9)) {
            case 0 ->
                so.as("a")
                        .repeat(TraversalGrammar.moves(__.both(labels)))
                        .times(2)
                        .as("b")
                        .select("a", "b")
                        .by(T.id);
            case 1 ->
                so.as("a")
                        .out(labels)
                        .out()
                        .barrier()
                        .in(labels)
                        .select("a")
                        .id()
                        .groupCount();
            case 2 ->
                so.repeat(TraversalGrammar.moves(__.both(labels)))
                        .times(2)
                        .as("a")
                        .out()
                        .as("b")
                        .select("a", "b")
                        .count();
            case 3 ->
                so.as("a")
                        .out(labels)
                        .project("x", "y")
                        .by(__.select("a").values("n"))
                        .by("code");
            case 4 ->
                so.as("a").out(labels).where(__.both().dedup().where(P.eq("a"))).id();
            case 5 ->
                so.as("a")
                        .repeat(TraversalGrammar.moves(__.both(labels).where(P.neq("a"))))
                        .times(2)
                        .select("a")
                        .id();
            case 6 ->
                so.as("a").out(labels).out().group().by(__.select("a").by(T.id)).by(__.count());
            case 7 ->
                so.as("a")
                        .out(labels)
                        .group()
                        .by(T.label)
                        .by(__.select("a").values("n").sum());
            default ->
                so.as("a")
                        .out(labels)
                        .choose(__.in().where(P.eq("a")), __.constant(1), __.constant(2))
                        .groupCount();
        };
    }

    private GraphTraversal<?, ?> read() {
        String key = draw.key();
        return switch (draw.below(22)) {
            case 0 -> so.values(key);
            case 1 -> so.values();
            case 2 -> so.values("n", "t");
            case 3 -> so.id();
            case 4 -> so.label();
            case 5 -> so.valueMap();
            case 6 -> so.valueMap(key);
            case 7 -> so.elementMap();
            case 8 -> so.elementMap(key);
            case 9 -> so.properties(key);
            case 10 -> so.fold();
            case 11 -> so.label().dedup();
            case 12 -> so.dedup().by("t").values("t");
            case 13 -> so.project("a", "b").by("code").by(__.out().count());
            case 14 -> so.values("t").fold();
            case 15 ->
                so.project("a", "b", "c")
                        .by("n")
                        .by(T.id)
                        .by(__.out().values("n").fold());
            case 16 -> so.map(__.out().count());
            case 17 -> so.map(__.values("n"));
            case 18 -> so.valueMap(key).with(WithOptions.tokens);
            case 19 -> so.project("x").by("n").select("x");
            case 20 -> so.has(key).values(key).dedup();
            default -> so;
        };
    }
}
