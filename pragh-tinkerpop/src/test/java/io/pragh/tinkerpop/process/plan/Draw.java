package io.pragh.tinkerpop.process.plan;

import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.jspecify.annotations.Nullable;

/** Draws arguments of steps: labels, keys, values, predicates. One thread. */
final class Draw {
    private static final List<String> KEYS = List.of("n", "t", "m", "code", "none");

    private final SplittableRandom random;
    private final RandomGraph graph;

    Draw(long seed, RandomGraph graph) {
        this.random = new SplittableRandom(seed);
        this.graph = graph;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    String key() {
        return KEYS.get(random.nextInt(KEYS.size()));
    }

    String[] edgeLabels() {
        String one = RandomGraph.EDGE_LABELS.get(random.nextInt(3));
        String other = RandomGraph.EDGE_LABELS.get(random.nextInt(3));
        return switch (random.nextInt(6)) {
            case 0, 1 -> new String[0];
            case 2 -> new String[] {one, other};
            case 3 -> new String[] {one, "nothing"};
            default -> new String[] {one};
        };
    }

    String vertexLabel() {
        return oneIn(12) ? "nothing" : RandomGraph.VERTEX_LABELS.get(random.nextInt(2));
    }

    /** A value that may be one of this key, or sometimes of a type that the key never has. */
    @Nullable
    Object value(String key) {
        if (oneIn(20)) {
            return oneIn(3) ? null : (Object) "x";
        }
        return switch (key) {
            case "t" -> RandomGraph.text(random);
            case "code" -> "c" + random.nextInt(graph.size());
            case "m" -> random.nextInt(4);
            default -> number();
        };
    }

    private Object number() {
        return switch (random.nextInt(6)) {
            case 0 -> new BigDecimal(random.nextInt(6) + ".0");
            case 1 -> (short) random.nextInt(6);
            default -> RandomGraph.number(random);
        };
    }

    /** A predicate on the values of a key. */
    P<?> test(String key) {
        boolean isText = key.equals("t") || key.equals("code");
        Object low = isText ? RandomGraph.text(random) : number();
        Object high = isText ? "xyz" : (Object) (3 + random.nextInt(4));
        return switch (random.nextInt(13)) {
            case 0 -> P.gt(low);
            case 1 -> P.gte(low);
            case 2 -> P.lt(low);
            case 3 -> P.lte(low);
            case 4 -> P.neq(low);
            case 5 -> P.within(low, high, value(key));
            case 6 -> P.without(low, high);
            case 7 -> P.between(low, high);
            case 8 -> P.inside(low, high);
            case 9 ->
                isText ? TextP.startingWith(oneIn(2) ? "x" : "c1") : P.gt(low).and(P.lt(high));
            case 10 -> P.not(P.eq(low));
            case 11 -> P.eq(low).or(P.eq(high));
            default -> P.eq(low);
        };
    }

    P<Object> numberTest() {
        @SuppressWarnings("unchecked")
        P<Object> test = (P<Object>) test("n");
        return test;
    }

    /**
     * A predicate on a count, with numbers of one type: Gremlin's CountStrategy compares the numbers of a predicate
     * with one another, and fails when their types differ.
     */
    P<Long> countTest() {
        long low = random.nextInt(4);
        return switch (random.nextInt(6)) {
            case 0 -> P.gt(low);
            case 1 -> P.lte(low);
            case 2 -> P.neq(low);
            case 3 -> P.within(low, low + 2);
            case 4 -> P.outside(low, low + 2);
            default -> P.eq(low);
        };
    }

    /** Identifiers of vertices, or of none. */
    Object[] vertexIds() {
        Object[] ids = new Object[oneIn(3) ? 1 + random.nextInt(6) : 1];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = i > 0 && oneIn(5) ? ids[i - 1] : graph.vertexId(random);
        }
        return ids;
    }

    Object[] edgeIds() {
        Object[] ids = new Object[1 + random.nextInt(3)];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = graph.edgeId(random);
        }
        return ids;
    }
}
