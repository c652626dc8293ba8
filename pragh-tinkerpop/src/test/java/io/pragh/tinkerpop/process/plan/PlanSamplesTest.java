package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;
import static io.pragh.tinkerpop.process.plan.PlanRow.some;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.SeedStrategy;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;

/**
 * Checks which plan a traversal becomes that takes some results at random. It must take as many as without a plan,
 * out of the same ones, and each with its chance.
 */
class PlanSamplesTest extends PlanTable {
    private static final int TRIES = 400;

    @Test
    void someOfAllAreTaken() {
        check(
                some("[PlanStep(PraghGraphStep(vertex,[]) → sample(2))]", g -> g.V().sample(2), g -> g.V()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() → sample(4) → values[name])]",
                        g -> g.V().out().sample(4).values("name"),
                        g -> g.V().out().values("name")),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → values[n] → sample(3))]",
                        g -> g.V().values("n").sample(3),
                        g -> g.V().values("n")),
                some(
                        "[PlanStep(PraghGraphStep(edge,[]) → sample(3) → id)]",
                        g -> g.E().sample(3).id(),
                        g -> g.E().id()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out() → merge → as[b] → sample(3) → select[a, b])]",
                        g -> g.V().as("a").out().as("b").sample(3).select("a", "b"),
                        g -> g.V().as("a").out().as("b").select("a", "b")),
                plan("PraghGraphStep(vertex,[]) → sample(0)", g -> g.V().sample(0)),
                plan("PraghGraphStep(vertex,[]) → sample(-1)", g -> g.V().sample(-1)),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → sample(4) → count",
                        g -> g.V().out().sample(4).count()));
    }

    @Test
    void allAreTakenWhereThereAreNotMore() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() → sample(1000000000)",
                        g -> g.V().out().sample(1_000_000_000)),
                plan("PraghGraphStep(vertex,[]) → sample(6)", g -> g.V().sample(6)),
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(both()) times(4) → sample(100000)",
                        g -> g.V().repeat(__.both()).times(4).sample(100_000)),
                PlanRow.inOrder(
                        "PraghGraphStep(vertex,[]) → order[value[name] desc] → sample(6) → values[name]",
                        g -> g.V().order().by("name", Order.desc).sample(6).values("name")));
    }

    /** A row that stands for many traversers is taken as often as it is drawn. */
    @Test
    void traversersAreCountedNotRows() {
        check(
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → repeat(both()) times(4) → sample(50))]",
                        g -> g.V().repeat(__.both()).times(4).sample(50),
                        g -> g.V().repeat(__.both()).times(4)),
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(both()) times(4) → sample(50) → count",
                        g -> g.V().repeat(__.both()).times(4).sample(50).count()),
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(both()) times(4) → local[out() → sample(1)] → count",
                        g -> g.V().repeat(__.both())
                                .times(4)
                                .local(__.out().sample(1))
                                .count()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → repeat(both()) times(3) → local[outE() → sample(2)] → id)]",
                        g -> g.V().repeat(__.both())
                                .times(3)
                                .local(__.outE().sample(2))
                                .id(),
                        g -> g.V().repeat(__.both()).times(3).outE().id()));
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void someOfEachAreTaken() {
        check(
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → local[out() → sample(1)])]",
                        g -> g.V().local(__.out().sample(1)),
                        g -> g.V().local(__.out())),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → local[outE() → sample(2) → values[w]])]",
                        g -> g.V().local(__.outE().sample(2).values("w")),
                        g -> g.V().outE().values("w")),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → track → local[out() → track → sample(2)] → path)]",
                        g -> g.V().local(__.out().sample(2)).path(),
                        g -> g.V().local(__.out()).path()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → local[union[out(), in()] → sample(2)])]",
                        g -> g.V().local(__.union(__.out(), __.in()).sample(2)),
                        g -> g.V().local(__.union(__.out(), __.in()))),
                plan(
                        "PraghGraphStep(vertex,[]) → project[name, out][value[name], by(out() → sample(2) → count)]",
                        g -> g.V().project("name", "out")
                                .by("name")
                                .by(__.out().sample(2).count())),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() → sample(1))",
                        g -> g.V().where(__.out().sample(1))),
                PlanRow.inOrder(
                        "PraghGraphStep(vertex,[]) → order[value[name] asc] → local[values[name] → sample(1)]",
                        g -> g.V().order().by("name").local(__.values("name").sample(1))));
    }

    /** Results without a weight are left out, and those with weight 0 are taken only when no others are left. */
    @Test
    void weightsAreThoseOfABy() {
        check(
                some(
                        "[PlanStep(PraghGraphStep(edge,[]) → sample(3)[value[w]])]",
                        g -> g.E().sample(3).by("w"),
                        g -> g.E().has("w")),
                plan(
                        "PraghGraphStep(edge,[]) → sample(100)[value[w]]",
                        g -> g.E().sample(100).by("w")),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → sample(2)[by(out() → count)])]",
                        g -> g.V().sample(2).by(__.out().count()),
                        g -> g.V().where(__.out())),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → local[outE() → sample(1)[value[w]]])]",
                        g -> g.V().local(__.outE().sample(1).by("w")),
                        g -> g.V().outE().has("w")),
                plan(
                        "PraghGraphStep(vertex,[]) → sample(2)[value[name]]",
                        g -> g.V().sample(2).by("name")));
        int heavy = 0; // of the weights 1, 2.5 and 5
        for (int i = 0; i < TRIES; i++) {
            heavy += g.V(1).outE("knows")
                                    .sample(1)
                                    .by("w")
                                    .<Number>values("w")
                                    .next()
                                    .intValue()
                            == 5
                    ? 1
                    : 0;
        }
        assertTrue(heavy > TRIES / 2, "5 of 8.5 draws take the heaviest edge: " + heavy + " of " + TRIES);
    }

    @Test
    void someOfWhatAValueHoldsAreTaken() {
        check(
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → values[name] → fold → sample(local,2) → unfold)]",
                        g -> g.V().values("name").fold().sample(Scope.local, 2).unfold(),
                        g -> g.V().values("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → fold → sample(local,6)",
                        g -> g.V().values("name").fold().sample(Scope.local, 6)),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → fold → sample(local,-1)",
                        g -> g.V().values("name").fold().sample(Scope.local, -1)),
                plan(
                        "PraghGraphStep(vertex,[]) → valueMap[] → sample(local,0)",
                        g -> g.V().valueMap().sample(Scope.local, 0)),
                plan(
                        "PraghGraphStep(vertex,[]) → valueMap[] → sample(local,-1)",
                        g -> g.V().valueMap().sample(Scope.local, -1)),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → id → groupCount → sample(local,3) → unfold)]",
                        g -> g.V().id().groupCount().sample(Scope.local, 3).unfold(),
                        g -> g.V().id().groupCount().unfold()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → sample(local,1)",
                        g -> g.V().values("n").sample(Scope.local, 1)));
    }

    /**
     * Two thousand times, any two of five are drawn, so that some draws leave each pair out. Chance lets a pair be in
     * all draws once in 10^90 times.
     */
    @Test
    void eachMayBeTaken() {
        Set<Object> pairs = new HashSet<>();
        Set<Object> held = new HashSet<>();
        Set<Object> each = new HashSet<>();
        for (int i = 0; i < 5 * TRIES; i++) {
            pairs.add(g.V(1, 2, 3, 4, 5).id().sample(2).toList());
            held.add(g.V(1, 2, 3, 4, 5).id().fold().sample(Scope.local, 2).next());
            each.add(g.V(1, 3).local(__.outE("knows").id().sample(1)).toList());
        }
        assertEquals(20, pairs.size());
        assertEquals(20, held.size());
        assertEquals(3, each.size());
    }

    /**
     * There are far more rows than are kept, each with the same chance. Of a thousand, 250 are expected from each
     * quarter, and at least 150 are required.
     */
    @Test
    void whatComesLateIsTakenAsOftenAsWhatComesEarly() {
        try (PraghGraph many = PraghGraph.build().open()) {
            for (int i = 0; i < 20_000; i++) {
                many.addVertex(T.id, i);
            }
            many.tx().commit();
            List<Object> ids =
                    many.traversal().V().sample(1_000).by(__.constant(3)).id().toList();
            assertEquals(1_000, new HashSet<>(ids).size());
            for (int quarter = 0; quarter < 4; quarter++) {
                int number = quarter;
                long count =
                        ids.stream().filter(id -> (int) id / 5_000 == number).count();
                assertTrue(count > 150, () -> number + " has " + count);
            }
            many.tx().rollback();
        }
    }

    /** Only Gremlin knows which results follow from a seed. */
    @Test
    void whatHasASeedIsLeftToGremlin() {
        SeedStrategy seed = SeedStrategy.build().seed(7).create();
        check(
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out()), SampleGlobalStep(2,(1.0))]",
                        g -> g.withStrategies(seed).V().out().sample(2)),
                row(
                        "[PraghGraphStep(vertex,[]), LocalStep([PraghVertexStep(OUT,vertex), SampleGlobalStep(1,(1.0))])]",
                        g -> g.withStrategies(seed).V().local(__.out().sample(1))),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → values[name] → fold), SampleLocalStep]",
                        g -> g.withStrategies(seed).V().values("name").fold().sample(Scope.local, 2)));
    }

    /** Gremlin does not recognize a traverser that it has drawn when the traverser has a sack. */
    @Test
    void whatHasASackIsLeftToGremlin() {
        for (PlanRow.Query query : List.<PlanRow.Query>of(
                g -> g.withSack(1).V().out().sample(2),
                g -> g.V().out().sack(Operator.assign).by("n").sample(2))) {
            String steps = PlanRow.steps(query.apply(g));
            assertTrue(steps.endsWith("), SampleGlobalStep(2,(1.0))]"), steps);
        }
        assertEquals(
                "[PlanStep(PraghGraphStep(vertex,[]) → values[name] → fold → sample(local,2))]",
                PlanRow.steps(g.withSack(1).V().values("name").fold().sample(Scope.local, 2)));
    }

    @Test
    void aWeightThatIsNoNumberIsToldAsWithout() {
        for (GraphTraversalSource each : List.of(g, RandomTraversalsTest.withoutRewriting(graph))) {
            Exception error = assertThrows(
                    IllegalStateException.class,
                    () -> each.V(1).out().sample(1).by("name").toList());
            assertTrue(
                    error.getMessage()
                            .matches("Traverser v\\[[23]] does not evaluate to a number with value\\(name\\)"),
                    error::getMessage);
        }
    }

    /**
     * A row of several traversers is more likely than a row of one. Of five traversers at one vertex, two at another
     * and one at a third, the first are drawn five of eight times.
     */
    @Test
    void aRowIsDrawnAsOftenAsItsTraversersAre() {
        int first = 0;
        for (int i = 0; i < TRIES; i++) {
            GraphTraversal<?, Vertex> sample =
                    g.V(5).repeat(__.both("part")).times(3).sample(1);
            first += sample.next().id().equals(5) ? 1 : 0;
        }
        int times = first;
        assertTrue(first > TRIES / 2, () -> times + " of " + TRIES);
    }

    /** The sample is taken for each traverser alone, without the others. */
    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void otherSamplesAreLeftToGremlin() {
        check(
                some(
                        "[PraghGraphStep(vertex,[]), UnionStep([[PraghVertexStep(OUT,vertex), SampleGlobalStep(1,(1.0)), EndStep]])]",
                        g -> g.V().union(__.out().sample(1)),
                        g -> g.V().out()),
                some(
                        "[PraghGraphStep(vertex,[]), TraversalFlatMapStep([PraghVertexStep(OUT,vertex), SampleGlobalStep(1,(1.0))])]",
                        g -> g.V().flatMap(__.out().sample(1)),
                        g -> g.V().out()),
                some(
                        "[PraghGraphStep(vertex,[]), LocalStep([UnionStep([[PraghVertexStep(OUT,vertex), SampleGlobalStep(1,(1.0)), EndStep], [PraghVertexStep(IN,vertex), EndStep]])])]",
                        g -> g.V().local(__.union(__.out().sample(1), __.in())),
                        g -> g.V().union(__.out(), __.in())));
    }
}
