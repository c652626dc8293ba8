package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Pick;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Checks which results a plan gives when the transaction changes the graph while results are taken. Of the results
 * that have not come yet, the plan must give those that are still found, and no others, as single steps do. Each test
 * takes some results, makes each of several changes, and takes the rest.
 */
class PlanChangesTest {
    private static final int VERTICES = 60;
    private static final long MILLIS = 60_000;
    /** In a tree, one path leads to each result, so that it is clear whether the result is still found. */
    private static final int CHILDREN = 3;

    /** The edges of a vertex that were read stand while they are given, so that the tests take whole lists. */
    private static final int[] LISTS = {3, 6, 9, 12, 33, 57};

    private static final int[] LISTS_OF_LISTS = {9, 18, 27};

    private static PraghGraph graph;
    private static GraphTraversalSource g;

    @BeforeAll
    static void open() {
        graph = PraghGraph.build().open();
        List<Vertex> vertices = new ArrayList<>();
        for (int i = 0; i < VERTICES; i++) {
            vertices.add(graph.addVertex(T.id, i, "n", i, "name", "v" + i));
        }
        for (int i = 1; i < VERTICES; i++) {
            vertices.get((i - 1) / CHILDREN).addEdge("to", vertices.get(i), "w", i, "x", i % CHILDREN);
        }
        graph.tx().commit();
        g = graph.traversal();
    }

    @AfterAll
    static void close() {
        graph.close();
    }

    /** Changes that a test makes between two results. */
    private static Map<String, Consumer<GraphTraversalSource>> changes() {
        Map<String, Consumer<GraphTraversalSource>> changes = new LinkedHashMap<>();
        changes.put("nothing", g -> {});
        changes.put("vertices go", g -> g.V(2, 3, 5, 8, 9, 30, 31, 32).drop().iterate());
        changes.put("all vertices go", g -> g.V().drop().iterate());
        changes.put("edges go", g -> g.V(0, 1, 2, 4, 6, 20, 33).outE().drop().iterate());
        changes.put("some edges go", g -> g.V().outE().has("x", 1).drop().iterate());
        changes.put(
                "properties go",
                g -> g.V(1, 3, 4, 7, 8, 35, 36).properties("n").drop().iterate());
        changes.put(
                "properties of edges go",
                g -> g.V(0, 1, 2, 3, 19).outE().properties("w").drop().iterate());
        changes.put(
                "values change", g -> g.V(1, 2, 5, 6, 12, 40).property("n", -1).iterate());
        return changes;
    }

    private static List<String> shown(List<?> results) {
        return results.stream()
                .map(r -> r instanceof Element e ? e.getClass().getSimpleName() + e.id() : String.valueOf(r))
                .toList();
    }

    /** Takes some results, changes the graph, and takes the rest. */
    private static void check(String name, PlanRow.Query query, int taken, Consumer<GraphTraversalSource> change) {
        graph.tx().rollback();
        List<String> all = shown(query.apply(g).toList());
        int first = Math.min(taken, all.size());
        GraphTraversal<?, ?> traversal = query.apply(g);
        for (int i = 0; i < first; i++) {
            assertEquals(all.get(i), shown(List.of(traversal.next())).get(0), name);
        }
        change.accept(g);
        List<String> rest = shown(traversal.toList());
        Set<String> found = new HashSet<>(shown(query.apply(g).toList()));
        graph.tx().rollback();
        List<String> expected =
                all.subList(first, all.size()).stream().filter(found::contains).toList();
        assertEquals(expected, rest, name);
    }

    private static void check(int[] counts, PlanRow.Query query) {
        String steps = PlanRow.steps(query.apply(g));
        assertTrue(steps.startsWith("[PlanStep("), steps);
        List<Executable> checks = new ArrayList<>();
        changes().forEach((change, made) -> {
            for (int taken : counts) {
                String name = steps + ", " + change + " behind " + taken;
                checks.add(() -> check(name, query, taken, made));
            }
        });
        assertAll(checks);
    }

    @Test
    void whatNoLongerPassesHasDoesNotCome() {
        check(LISTS, g -> g.V().has("n", P.gte(0)));
        check(LISTS, g -> g.V().out().has("n", P.gte(0)));
        check(LISTS, g -> g.V().outE().has("w"));
        check(LISTS_OF_LISTS, g -> g.V().out().has("n", P.gte(0)).out().id());
    }

    @Test
    void whatIsGoneLeadsNowhere() {
        check(LISTS, g -> g.V().out());
        check(LISTS, g -> g.V().outE());
        check(LISTS_OF_LISTS, g -> g.V().out().out());
        check(LISTS_OF_LISTS, g -> g.V().outE().inV().out());
        check(LISTS, g -> g.V(0, 1, 2, 3, 4, 5, 6, 7, 8, 9).out());
    }

    @Test
    void valuesAreThoseOfNow() {
        check(LISTS, g -> g.V().values("name"));
        check(LISTS, g -> g.V().out().values("name"));
        check(LISTS, g -> g.E().values("w"));
        check(LISTS, g -> g.V().values("n").is(P.gte(0)));
        check(LISTS, g -> g.V().project("a", "b").by("name").by(T.id));
        check(LISTS, g -> g.V().map(__.values("name")));
    }

    @Test
    void waysLeadThroughWhatIsThere() {
        check(LISTS, g -> g.V().out().path().by("name"));
        check(LISTS_OF_LISTS, g -> g.V().out().out().simplePath());
        check(LISTS, g -> g.V().as("a").out().as("b").select("a", "b").by("name"));
        check(LISTS, g -> g.V().as("a").out().where(P.neq("a")).by("name"));
        check(LISTS, g -> g.V().as("a").out().as("b").coin(1).select("a", "b").by("name")); // no plan has coin
        check(LISTS, g -> g.V().out().coin(1).path().by("name"));
        check(LISTS, g -> g.V().outE().as("e").otherV());
    }

    @Test
    void whatIsPutIntoSacksIsThatOfNow() {
        check(LISTS, g -> g.V().out().sack(Operator.assign).by("name").sack());
        check(LISTS, g -> g.V().outE().sack(Operator.assign).by("w").inV().sack());
        check(
                LISTS,
                g -> g.V().outE().sack(Operator.assign).by("w").inV().coin(1).sack()); // no plan has coin
    }

    @Test
    void whatWasGivenDoesNotComeAgain() {
        check(LISTS, g -> g.V().out().dedup());
        check(LISTS, g -> g.V().outE().dedup());
        check(LISTS, g -> g.V().values("name").dedup());
        check(LISTS, g -> g.V().where(__.out()).id());
        check(LISTS, g -> g.V().aggregate("x").out().where(P.within("x")));
    }

    /**
     * The step behind the plan may want no more results, so that the plan takes one row at first, then two, and so
     * on.
     */
    @Test
    @SuppressWarnings("unchecked") // traversals in an array, as Gremlin takes them
    void branchesAndLoopsAreRewoundToWhatTheyHaveTaken() {
        int[] first = {CHILDREN};
        check(
                first,
                g -> g.V(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
                        .where(__.out("to"))
                        .out()
                        .union(__.id())
                        .timeLimit(MILLIS));
        check(
                first,
                g -> g.V(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
                        .where(__.out("to"))
                        .out()
                        .times(0)
                        .repeat(__.out())
                        .timeLimit(MILLIS));
    }

    /** One path of the tree leads to each result, so that the choices and samples of all are what is still there. */
    @Test
    void whatIsChosenOfWhatIsGoneDoesNotCome() {
        int[] all = {0};
        check(all, g -> g.V().choose(T.label).option("vertex", __.out()).option(Pick.none, __.in()));
        check(
                all,
                g -> g.V().choose(__.values("n"))
                        .option(P.gte(0), __.outE())
                        .option(Pick.none, __.outE("none"))
                        .option(Pick.unproductive, __.outE("none")));
        check(all, g -> g.V().branch(__.values("n")).option(P.gt(1), __.id()).option(P.gt(7), __.values("name")));
        check(all, g -> g.V().local(__.out().sample(VERTICES)));
        int[] first = {CHILDREN};
        check(
                first,
                g -> g.V(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
                        .where(__.out("to"))
                        .out()
                        .choose(T.label)
                        .option("vertex", __.id())
                        .option(Pick.none, __.values("n"))
                        .timeLimit(MILLIS));
        check(
                first,
                g -> g.V(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
                        .where(__.out("to"))
                        .out()
                        .local(__.id().sample(1))
                        .timeLimit(MILLIS));
    }

    /** A removed vertex takes no option, not even the one for other labels. */
    @Test
    void whatIsGoneMakesNoChoice() {
        GraphTraversal<?, ?> chosen = g.V(0).as("a")
                .out()
                .order()
                .by("name")
                .limit(CHILDREN)
                .select("a")
                .choose(T.label)
                .option("vertex", __.constant("there"))
                .option(Pick.none, __.constant("gone"))
                .timeLimit(MILLIS);
        assertEquals("there", chosen.next());
        g.V(0).drop().iterate();
        List<?> rest = chosen.toList();
        graph.tx().rollback();
        assertEquals(List.of(), rest);
    }

    /** Elements among values are dropped like other elements when they are removed. */
    @Test
    void anElementThatIsGoneIsNoValue() {
        GraphTraversal<?, ?> chosen = g.V().choose(__.id()).option(0, __.constant("first"));
        assertEquals("first", chosen.next());
        g.V(2, 3).drop().iterate();
        List<?> rest = chosen.toList();
        graph.tx().rollback();
        assertEquals(VERTICES - 3, rest.size(), rest::toString);
    }

    @Test
    void loopsReadTheNextLevelWhenItIsWanted() {
        check(new int[] {1}, g -> g.V(0).emit().repeat(__.out()).times(CHILDREN));
    }

    @Test
    void aLimitIsOfWhatComes() {
        for (PlanRow.Query query : List.<PlanRow.Query>of(
                g -> g.V(0, 1, 2, 3, 4, 5).limit(4),
                g -> g.V().limit(4),
                g -> g.V(0, 1, 2, 3).out().limit(7),
                g -> g.V(0, 1, 2, 3).outE().range(1, 7),
                g -> g.V().out().dedup().limit(7))) {
            graph.tx().rollback();
            List<String> all = shown(query.apply(g).toList());
            GraphTraversal<?, ?> traversal = query.apply(g);
            List<Object> results = new ArrayList<>();
            results.add(traversal.next());
            g.V(3).drop().iterate();
            traversal.forEachRemaining(results::add);
            List<String> found = shown(results);
            graph.tx().rollback();
            assertEquals(all.size(), found.size(), () -> all + " " + found);
            assertEquals(found.size(), new HashSet<>(found).size(), found::toString);
        }
    }

    /** The list that was read stands while it is given, except that removed vertices do not come. */
    @Test
    void aListThatHasBegunIsGivenToItsEnd() {
        GraphTraversal<?, Object> ids = g.V(0).out().id();
        ids.next();
        g.V(0).outE().drop().iterate();
        assertEquals(List.of(2, 3), ids.toList());
        graph.tx().rollback();
        GraphTraversal<?, Vertex> vertices = g.V(0).out();
        vertices.next();
        g.V(2).drop().iterate();
        assertEquals(List.of(3), vertices.toList().stream().map(Vertex::id).toList());
        graph.tx().rollback();
    }
}
