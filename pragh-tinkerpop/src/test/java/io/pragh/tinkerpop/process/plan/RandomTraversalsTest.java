package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.prepared.PreparedTraversal;
import io.pragh.tinkerpop.server.SentTraversals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.optimization.GValueReductionStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.translator.GroovyTranslator;
import org.jspecify.annotations.Nullable;

/**
 * Checks that random traversals of random graphs keep what Gremlin promises of their results. Each is executed with
 * all strategies, prepared, and as a server does with bytecode, and compared with an execution without strategies
 * that rewrite. The open transaction has changed the graph. {@code -Dpragh.traversals.seed=N} repeats the graph of a
 * failure that printed N.
 */
class RandomTraversalsTest {
    private static final String SEED = "pragh.traversals.seed";
    private static final int ROUNDS = 4;
    private static final int TRAVERSALS = Integer.getInteger("pragh.traversals", 40);
    private static final int STEPS_MAX = 4;
    private static final int HUB_NEIGHBOURS = 5_200;

    /** Seeds of a traversal's parts. */
    private record Parts(long start, List<Long> steps, long end) {}

    /** A traversal, and the promise of its results. */
    private record Drawn(GraphTraversal<?, ?> traversal, Promise promise) {}

    /** Draws traversals of one graph and compares their results. */
    private static final class Trial {
        private final RandomGraph graph;
        private final long seed;
        private final GraphTraversalSource rewritten;
        private final GraphTraversalSource plain;
        private final SentTraversals sent;
        private final @Nullable Object hub;
        private int tried;
        private int productive;
        private int plans;
        private int sentPlans;

        Trial(RandomGraph graph, long seed, @Nullable Object hub) {
            this.graph = graph;
            this.seed = seed;
            this.hub = hub;
            this.rewritten = graph.graph().traversal();
            this.plain = withoutRewriting(graph.graph());
            this.sent = new SentTraversals(graph.graph());
        }

        private Drawn draw(GraphTraversalSource source, Parts parts, boolean limits) {
            TraversalGrammar grammar = hub == null
                    ? new TraversalGrammar(graph, source, parts.start)
                    : new TraversalGrammar(graph, source, hub);
            parts.steps.forEach(grammar::step);
            TraversalEnd end = new TraversalEnd(grammar, new Draw(parts.end, graph), limits);
            return new Drawn(end.draw(), end.promise());
        }

        private Outcome outcome(GraphTraversalSource source, Parts parts, boolean limits) {
            return Outcome.of(() -> draw(source, parts, limits).traversal);
        }

        /** The fault of a traversal's results, or null if there is none. */
        private @Nullable String wrong(Parts parts) {
            Promise promise = draw(rewritten, parts, true).promise;
            Outcome expected = outcome(plain, parts, true);
            Outcome found = outcome(rewritten, parts, true);
            tried++;
            productive += found.size() > 0 ? 1 : 0;
            String wrong = found.breaks(promise, expected, () -> outcome(plain, parts, false));
            wrong = wrong == null ? wrongWhenPrepared(parts, promise, expected) : wrong;
            return wrong == null ? wrongWhenSent(parts, promise, expected) : wrong;
        }

        /** The same for two executions of the prepared traversal. */
        private @Nullable String wrongWhenPrepared(Parts parts, Promise promise, Outcome expected) {
            PreparedTraversal<?> prepared =
                    graph.graph().prepare((source, parameters) -> draw(source, parts, true).traversal);
            plans += prepared.isPlan() ? 1 : 0;
            for (int i = 0; i < 2; i++) {
                Outcome found = Outcome.ofList(() -> prepared.list(Map.of()));
                String wrong = found.breaks(promise, expected, () -> outcome(plain, parts, false));
                if (wrong != null) {
                    return "when it is prepared: " + wrong + ": " + prepared + " found: " + found;
                }
            }
            return null;
        }

        /** The same for the results of a server that has got the bytecode before. */
        private @Nullable String wrongWhenSent(Parts parts, Promise promise, Outcome expected) {
            GraphTraversal<?, ?> planned = sent.planned(
                    draw(rewritten, parts, true).traversal.asAdmin().getBytecode());
            if (planned == null) {
                return null;
            }
            sentPlans++;
            Outcome found = Outcome.of(() -> planned);
            String wrong = found.breaks(promise, expected, () -> outcome(plain, parts, false));
            return wrong == null ? null : "when it is sent: " + wrong + ": " + planned + " found: " + found;
        }

        void check(Parts parts) {
            if (wrong(parts) != null) {
                Parts few = fewest(parts);
                throw new AssertionError(wrong(few) + "; repeat with -D" + SEED + "=" + seed + "\ngraph:\n"
                        + graph.script() + "traversal: " + text(few) + "\nfound:    " + outcome(rewritten, few, true)
                        + "\nexpected: " + outcome(plain, few, true) + "\nfull traversal: " + text(parts));
            }
        }

        /** Fails if the grammar makes too few plans, or too few traversals with results, to test anything. */
        void checkProductive() {
            assertTrue(10 * plans > tried, () -> "plans=" + plans + " tried=" + tried + " seed=" + seed);
            assertTrue(20 * sentPlans > tried, () -> "sent=" + sentPlans + " tried=" + tried + " seed=" + seed);
            assertTrue(4 * productive > tried, () -> "productive=" + productive + " tried=" + tried + " seed=" + seed);
        }

        /** The same failure, or another one, with as few steps as possible. */
        private Parts fewest(Parts parts) {
            for (int i = 0; i < parts.steps.size(); i++) {
                List<Long> without = new ArrayList<>(parts.steps);
                without.remove(i);
                Parts fewer = new Parts(parts.start, without, parts.end);
                if (wrong(fewer) != null) {
                    return fewest(fewer);
                }
            }
            return parts;
        }

        private String text(Parts parts) {
            return GroovyTranslator.of("g")
                    .translate(draw(rewritten, parts, true).traversal.asAdmin().getBytecode())
                    .getScript();
        }
    }

    /**
     * A source without the strategies that may rewrite a traversal, except those that replace placeholders by steps,
     * without which no traversal runs.
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // classes in an array, as Gremlin takes them
    static GraphTraversalSource withoutRewriting(PraghGraph graph) {
        GraphTraversalSource g = graph.traversal();
        Class[] rewriting = g.getStrategies().toList().stream()
                .filter(strategy -> strategy instanceof TraversalStrategy.OptimizationStrategy
                        || strategy instanceof TraversalStrategy.ProviderOptimizationStrategy)
                .filter(strategy -> !(strategy instanceof GValueReductionStrategy))
                .map(TraversalStrategy::getClass)
                .toArray(Class[]::new);
        return g.withoutStrategies(rewriting);
    }

    private static Parts parts(SplittableRandom random, int stepsMax) {
        List<Long> steps = random.longs(random.nextInt(stepsMax + 1)).boxed().toList();
        return new Parts(random.nextLong(), steps, random.nextLong());
    }

    private static void run(PraghGraph opened, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomGraph graph = new RandomGraph(opened, random.nextLong());
        graph.fill();
        Trial trial = new Trial(graph, seed, null);
        for (int round = 0; round < ROUNDS; round++) {
            if (round > 0) {
                graph.change();
            }
            if (round % 2 == 0) {
                graph.commit();
            }
            for (int i = 0; i < TRAVERSALS; i++) {
                trial.check(parts(random, STEPS_MAX));
            }
        }
        trial.checkProductive();
        opened.tx().rollback();
    }

    private static long told(long drawn) {
        return Long.getLong(SEED, drawn);
    }

    @Property(tries = 50, shrinking = ShrinkingMode.OFF)
    void oneNodeFindsTheSameWithItsStrategiesAsWithout(@ForAll long drawn) {
        onOneNode(drawn);
    }

    static void onOneNode(long drawn) {
        try (PraghGraph graph = PraghGraph.build().open()) {
            run(graph, told(drawn));
        }
    }

    @Property(tries = 10, shrinking = ShrinkingMode.OFF)
    void fourNodesDoSoWhileValuesMove(@ForAll long drawn) {
        Configuration four = new BaseConfiguration();
        four.setProperty(PraghGraphConfig.NODES, 4);
        four.setProperty(PraghGraphConfig.PARTITIONS, 8);
        long before = MovingGraph.bytesMoved();
        try (PraghGraph graph = MovingGraph.open(four, told(drawn))) {
            run(graph, told(drawn));
        }
        assertTrue(MovingGraph.bytesMoved() > before, "something has moved");
    }

    @Property(tries = 1, shrinking = ShrinkingMode.OFF)
    void listsWithChunksAreReadTheSame(@ForAll long drawn) {
        long seed = told(drawn);
        SplittableRandom random = new SplittableRandom(seed);
        try (PraghGraph opened = PraghGraph.build().open()) {
            RandomGraph graph = new RandomGraph(opened, seed);
            int hub = graph.addHub(HUB_NEIGHBOURS);
            Trial trial = new Trial(graph, seed, graph.vertexId(hub));
            for (int i = 0; i < TRAVERSALS; i++) {
                if (i == TRAVERSALS / 2) {
                    graph.change();
                }
                trial.check(parts(random, 1));
            }
        }
    }
}
