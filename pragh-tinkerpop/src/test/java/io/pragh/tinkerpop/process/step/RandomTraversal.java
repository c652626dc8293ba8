package io.pragh.tinkerpop.process.step;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.optimization.LazyBarrierStrategy;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * A random traversal that is the same for the same seed on any graph, and whose results depend on no order. One
 * thread.
 */
final class RandomTraversal {
    private static final int STEPS_MAX = 3;

    private final SplittableRandom random;
    private final int vertices;
    /**
     * Whether the order of results decides which of several paths to a vertex is left, so that no later step may look
     * at paths.
     */
    private boolean deduplicated;

    private int matches;

    RandomTraversal(long seed, int vertices) {
        this.random = new SplittableRandom(seed);
        this.vertices = vertices;
    }

    /** Numbers of all types, some of them equal, and values that are no numbers. */
    static Object value(SplittableRandom random) {
        int number = random.nextInt(6);
        return switch (random.nextInt(12)) {
            case 0 -> (long) number;
            case 1 -> (double) number;
            case 2 -> (float) number;
            case 3 -> new BigDecimal(number + ".00");
            case 4 -> (short) number;
            case 5 -> number + 0.1;
            case 6 -> number + 0.1f;
            case 7 -> "t" + number;
            case 8 -> (1 << 24) + 1 + number;
            case 9 -> new BigDecimal(number + ".10");
            case 10 -> (float) ((1 << 24) + number);
            default -> number;
        };
    }

    private P<Object> predicate() {
        return switch (random.nextInt(7)) {
            case 0 -> P.within(value(random), value(random), "t1");
            case 1 -> P.neq(value(random));
            case 2 -> P.eq(value(random)).or(P.eq(value(random)));
            case 3 -> P.gt((Object) random.nextInt(6)).and(P.lt((Object) random.nextInt(6)));
            case 4 -> P.not(P.eq(value(random)));
            default -> P.eq(value(random));
        };
    }

    private Object[] ids() {
        Object[] ids = new Object[1 + random.nextInt(6)];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = random.nextInt(vertices + 3);
        }
        return ids;
    }

    private String[] labels() {
        return switch (random.nextInt(4)) {
            case 0 -> new String[] {"a"};
            case 1 -> new String[] {"a", "b", "none"};
            default -> new String[0];
        };
    }

    private GraphTraversal<?, Vertex> start(GraphTraversalSource g) {
        return switch (random.nextInt(10)) {
            case 0 -> g.V();
            case 1 -> g.V().has("n", predicate());
            case 2 -> g.V().hasLabel("person").has("n", predicate()).has("name", TextP.startingWith("v1"));
            case 3 -> g.V().hasId(P.within(ids())).has("n", predicate());
            case 4 -> g.V().has("name", P.within("v1", "v2", "v7")).has("n", P.eq(value(random)));
            case 5 -> g.V(ids()).has("n", predicate());
            case 6 -> g.E().has("w", predicate()).inV();
            case 7 -> g.V(ids()).hasLabel("person").V().has("n", P.eq(value(random)));
            case 8 -> g.V().hasId(Integer.toString(random.nextInt(vertices)));
            default -> g.V(ids());
        };
    }

    @SuppressWarnings("unchecked") // children in an array, as Gremlin takes them
    private <S> GraphTraversal<S, Vertex> step(GraphTraversal<S, Vertex> so) {
        return switch (random.nextInt(22)) {
            case 0 -> so.out(labels());
            case 1 -> so.in(labels());
            case 2 -> so.both(labels());
            case 3 -> so.outE(labels()).has("w", predicate()).inV();
            case 4 -> so.bothE(labels()).otherV();
            case 5 -> so.has("n", predicate());
            case 6 -> so.hasLabel("person");
            case 7 -> so.where(__.out(labels()));
            case 8 -> so.where(__.out(labels()).count().is(P.gt(1L)));
            case 9 -> so.repeat(__.out(labels())).times(2);
            case 10 -> so.repeat(__.out("a")).emit().times(2);
            case 11 -> so.union(__.out(labels()), __.in(labels()), __.identity());
            case 12 -> {
                // dedup() in local() leaves one of the equal traversers that come as one. Barriers decide which come
                // as one, so all have to differ.
                deduplicated = true;
                yield so.dedup().local(__.both(labels()).dedup());
            }
            case 13 -> {
                deduplicated = true;
                yield so.dedup();
            }
            case 14 -> so.as("s").out(labels()).where(P.neq("s"));
            case 15 -> so.optional(__.out("b"));
            case 16 -> so.not(__.in(labels()));
            case 17 -> so.aggregate("x").out(labels()).where(P.without("x"));
            case 18 -> so.coalesce(__.out("none"), __.out("a"), __.in());
            case 19 -> matching(so);
            case 20 ->
                deduplicated
                        ? so.out("a")
                        : so.until(__.has("n", P.eq(3))).repeat(__.out("a").simplePath());
            default -> so.barrier().out(labels()).in("a");
        };
    }

    /**
     * Each match has its own names. With names of a former match every end would be bound, and the results would
     * depend on the pattern that Gremlin tries first, which it chooses by its counts so far.
     */
    private <S> GraphTraversal<S, Vertex> matching(GraphTraversal<S, Vertex> so) {
        String q = "q" + matches;
        String r = "r" + matches++;
        return so.match(__.as("p" + q).out("a").as(q), __.as(q).in().as(r)).select(r);
    }

    private GraphTraversal<?, ?> end(GraphTraversal<?, Vertex> so) {
        return switch (random.nextInt(14)) {
            case 0 -> so.values("name");
            case 1 -> so.count();
            case 2 -> so.valueMap();
            case 3 -> deduplicated ? so.values("name") : so.path().by("name");
            case 4 -> so.groupCount().by("name");
            case 5 -> so.outE(labels()).count();
            case 6 -> so.properties("n");
            case 7 -> so.elementMap("name");
            case 8 -> so.bothE().values("w");
            case 9 ->
                so.project("name", "degree").by("name").by(__.both(labels()).count());
            case 10 -> so.out(labels()).count().is(P.gt(0L));
            case 11 -> so.order().by("name").values("name").limit(3);
            case 12 -> so.valueMap().with("~tinkerpop.valueMap.tokens").by(__.unfold());
            default -> so.id();
        };
    }

    /** The traversal on a graph. */
    @SuppressWarnings("unchecked") // classes in an array, as Gremlin takes them
    GraphTraversal<?, ?> on(GraphTraversalSource source) {
        GraphTraversalSource g = switch (random.nextInt(8)) {
            case 0 -> source.withSack(1, Operator.sum);
            case 1 -> source.withPath();
            // Without bulk, equal traversers that meet in a barrier become one, and in a lazy barrier their order
            // decides which meet.
            case 2 -> source.withBulk(false).withoutStrategies(LazyBarrierStrategy.class);
            default -> source;
        };
        GraphTraversal<?, Vertex> traversal = start(g);
        int steps = random.nextInt(STEPS_MAX + 1);
        for (int i = 0; i < steps; i++) {
            traversal = step(traversal);
        }
        return end(traversal);
    }

    /** Adds, changes and removes elements, in the same way for the same seed and graph. */
    void change(List<Supplier<GraphTraversalSource>> sources) {
        long seed = random.nextLong();
        for (Supplier<GraphTraversalSource> source : sources) {
            SplittableRandom same = new SplittableRandom(seed);
            GraphTraversalSource g = source.get();
            for (int i = 0; i < 3; i++) {
                change(g, same, vertices);
            }
        }
    }

    private static void change(GraphTraversalSource g, SplittableRandom random, int vertices) {
        int one = random.nextInt(vertices);
        int other = random.nextInt(vertices);
        Object value = value(random);
        String label = random.nextBoolean() ? "a" : "b";
        List<Vertex> ends = new ArrayList<>();
        g.V(one).forEachRemaining(ends::add);
        g.V(other).forEachRemaining(ends::add);
        switch (random.nextInt(6)) {
            case 0 -> ends.forEach(v -> v.property("n", value));
            case 1 -> g.V(one).outE(label).drop().iterate();
            case 2 -> g.V(one).drop().iterate();
            case 3 -> {
                if (ends.isEmpty()) {
                    g.addV("person")
                            .property(T.id, one)
                            .property("name", "v" + one)
                            .iterate();
                }
            }
            default -> {
                if (ends.size() == 2) {
                    Edge edge = ends.get(0).addEdge(label, ends.get(1));
                    edge.property("w", value);
                }
            }
        }
    }
}
