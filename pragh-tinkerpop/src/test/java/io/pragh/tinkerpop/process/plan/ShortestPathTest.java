package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the first path that {@code repeat} finds is a shortest one, as TinkerPop's recipe for shortest paths
 * expects, however many paths are under way. Of 10,000 vertices that are two hops away, the first leads to the end by
 * a detour, the last one at once.
 */
final class ShortestPathTest {
    private static final int FANOUT = 100;
    private static final int DETOUR = 4;
    private static final int SHORTEST = 3;

    private static final PraghGraph GRAPH = PraghGraph.build().open();
    private static final TinkerGraph MODEL = TinkerGraph.open();

    @BeforeAll
    static void fill() {
        fill(GRAPH.traversal());
        GRAPH.tx().commit();
        fill(MODEL.traversal());
    }

    @AfterAll
    static void close() {
        GRAPH.close();
        MODEL.close();
    }

    private static void fill(GraphTraversalSource g) {
        Vertex start = g.addV("start").property(T.id, "start").next();
        Vertex end = g.addV("end").property(T.id, "end").next();
        Vertex last = start;
        for (int i = 0; i < FANOUT; i++) {
            Vertex middle = start.graph().addVertex();
            start.addEdge("to", middle, "cost", 1);
            for (int j = 0; j < FANOUT; j++) {
                last = start.graph().addVertex();
                middle.addEdge("to", last, "cost", 1);
                if (i == 0 && j == 0) {
                    detour(last, end);
                }
            }
        }
        last.addEdge("to", end, "cost", 1);
    }

    private static void detour(Vertex from, Vertex end) {
        Vertex at = from;
        for (int i = 0; i < DETOUR; i++) {
            Vertex next = from.graph().addVertex();
            at.addEdge("to", next, "cost", 1);
            at = next;
        }
        at.addEdge("to", end, "cost", 1);
    }

    private static List<Integer> lengths(GraphTraversal<?, ?> found) {
        return found.path().toList().stream().map(path -> path.size() - 1).toList();
    }

    private static void check(GraphTraversal<?, ?> pragh, GraphTraversal<?, ?> model) {
        assertTrue(pragh.explain().prettyPrint().contains("PlanStep"), "no plan: " + pragh.explain());
        List<Integer> found = lengths(pragh);
        assertEquals(lengths(model), found);
        assertEquals(found.stream().sorted().toList(), found, "a longer path comes before a shorter one");
        GRAPH.tx().rollback();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theFirstPathsAreTheShortest(int paths) {
        check(recipe(GRAPH.traversal()).limit(paths), recipe(MODEL.traversal()).limit(paths));
        assertEquals(SHORTEST, recipe(GRAPH.traversal()).path().next().size() - 1);
    }

    private static GraphTraversal<Vertex, Vertex> recipe(GraphTraversalSource g) {
        return g.V("start").repeat(__.out("to").simplePath()).until(__.hasId("end"));
    }

    @Test
    void emittedOnesComeLevelByLevel() {
        check(emitted(GRAPH.traversal()), emitted(MODEL.traversal()));
    }

    private static GraphTraversal<Vertex, Vertex> emitted(GraphTraversalSource g) {
        return g.V("start")
                .repeat(__.out("to").simplePath())
                .emit(__.hasLabel("end"))
                .times(SHORTEST + DETOUR + 1);
    }

    @Test
    void soDoThoseWithSacks() {
        assertEquals(List.of(SHORTEST, 3 + DETOUR), costs(GRAPH.traversal()));
        GRAPH.tx().rollback();
        assertEquals(costs(MODEL.traversal()), List.of(SHORTEST, 3 + DETOUR));
    }

    private static List<Object> costs(GraphTraversalSource g) {
        return g.withSack(0)
                .V("start")
                .repeat(__.outE("to").sack(Operator.sum).by("cost").inV())
                .until(__.hasLabel("end"))
                .sack()
                .toList();
    }

    /** The end is three hops away, so no vertex is first reached by as many hops as the detour takes. */
    @Test
    void aVertexIsLetThroughInTheEarliestLoopThatComesToIt() {
        assertEquals(List.of(), reachedByTheDetour(MODEL.traversal()));
        assertEquals(List.of(), reachedByTheDetour(GRAPH.traversal()));
        GRAPH.tx().rollback();
    }

    private static List<Object> reachedByTheDetour(GraphTraversalSource g) {
        return g.withSack(0)
                .V("start")
                .repeat(__.out("to").dedup().sack(Operator.sum).by(__.constant(1)))
                .times(SHORTEST + DETOUR)
                .sack()
                .toList();
    }

    @Test
    void rowsWithEquallyManyLoopsKeepTheOrderOfTheLists() {
        assertEquals(twoHops(MODEL.traversal()), twoHops(GRAPH.traversal()));
        GRAPH.tx().rollback();
    }

    private static List<Object> twoHops(GraphTraversalSource g) {
        return g.V("start").repeat(__.out("to").simplePath()).times(3).path().by(T.label).toList().stream()
                .map(path -> (Object) path.objects())
                .toList();
    }
}
