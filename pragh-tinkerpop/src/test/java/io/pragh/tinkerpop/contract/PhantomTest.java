package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that what a transaction has counted, scanned or not found stays so until it commits; otherwise the
 * transaction conflicts.
 */
// One transaction looks, and writes what it saw into a note. Another one reads the note as it was before, and changes
// what the first one looked at. Neither order explains both, so the one that commits last must fail. The first one's
// look never includes the change, and the change writes no value that was read: the only sign is that an element is
// new, or gone.
class PhantomTest {
    private static final int[] NODES = {1, 3};

    /** Something to look at, and a change that the look would have shown. */
    private record Look(
            String name, Function<GraphTraversalSource, Object> look, Consumer<GraphTraversalSource> change) {}

    private static List<Look> looks() {
        List<Look> all = new ArrayList<>();
        all.addAll(counts());
        all.addAll(scans());
        all.addAll(indexes());
        all.addAll(identifiers());
        all.addAll(neighbours());
        return all;
    }

    private static List<Look> counts() {
        Consumer<GraphTraversalSource> addVertex = g -> g.addV("person").iterate();
        Consumer<GraphTraversalSource> removeVertex = g -> g.V(7).drop().iterate();
        Consumer<GraphTraversalSource> firstEdge = g -> edge(g, 6, 7);
        Consumer<GraphTraversalSource> furtherEdge = g -> edge(g, 1, 7);
        return List.of(
                new Look("V().count(), one more", g -> g.V().count().next(), addVertex),
                new Look("V().count(), one less", g -> g.V().count().next(), removeVertex),
                new Look(
                        "V().hasLabel().count(), one more",
                        g -> people(g).count().next(),
                        addVertex),
                new Look(
                        "V().hasLabel().count(), one less",
                        g -> people(g).count().next(),
                        removeVertex),
                new Look(
                        "V().limit().count(), one more",
                        g -> g.V().limit(100).count().next(),
                        addVertex),
                new Look("E().count(), a new list", g -> g.E().count().next(), firstEdge),
                new Look("E().count(), a longer list", g -> g.E().count().next(), furtherEdge),
                new Look(
                        "E().count(), one less",
                        g -> g.E().count().next(),
                        g -> g.V(1).outE().drop().iterate()),
                new Look(
                        "E().hasLabel().count(), a new list",
                        g -> g.E().hasLabel("knows").count().next(),
                        firstEdge));
    }

    private static List<Look> scans() {
        Consumer<GraphTraversalSource> leader = g -> g.addV("leader").iterate();
        Consumer<GraphTraversalSource> named =
                g -> g.addV("person").property("name", "x").iterate();
        return List.of(
                new Look(
                        "no V().hasLabel(), of a new label",
                        g -> g.V().hasLabel("leader").hasNext(),
                        leader),
                new Look(
                        "no V().hasLabel() of several",
                        g -> g.V().hasLabel("boss", "leader").toList().size(),
                        leader),
                new Look(
                        "no V().hasLabel(P)",
                        g -> g.V().hasLabel(P.gt("k")).label().toSet(),
                        g -> g.addV("zebra").iterate()),
                new Look(
                        "no V().has() among the new",
                        g -> g.V().has("name", "x").hasNext(),
                        named),
                new Look(
                        "no V().has() among the old",
                        g -> g.V().has("name", "x").hasNext(),
                        g -> name(g, 7, "x")),
                new Look(
                        "no V().hasLabel().has()",
                        g -> people(g).has("name", "x").hasNext(),
                        named),
                new Look(
                        "a V().has() that is renamed",
                        g -> g.V().has("name", "p7").hasNext(),
                        g -> name(g, 7, "x")),
                new Look(
                        "a V().has() that goes",
                        g -> g.V().has("name", "p7").hasNext(),
                        g -> g.V(7).drop().iterate()),
                new Look(
                        "no E().has() among the new",
                        g -> g.E().has("w", 5).hasNext(),
                        g -> g.V(6).as("a")
                                .V(7)
                                .addE("knows")
                                .from("a")
                                .property("w", 5)
                                .iterate()),
                new Look(
                        "no E().has() among the old",
                        g -> g.E().has("w", 5).hasNext(),
                        g -> g.V(1).outE().property("w", 5).iterate()),
                new Look("all values", g -> g.V().values("name").toSet().size(), named));
    }

    private static List<Look> indexes() {
        Function<GraphTraversalSource, Object> coded =
                g -> g.V().has("code", 70).count().next();
        return List.of(
                new Look(
                        "an index, one more",
                        coded,
                        g -> g.addV("person").property("code", 70).iterate()),
                new Look(
                        "an index, one changed",
                        coded,
                        g -> g.V(6).property("code", 70).iterate()),
                new Look(
                        "an index, one changed back",
                        coded,
                        g -> g.V(7).property("code", 71).iterate()),
                new Look("an index, one gone", coded, g -> g.V(7).drop().iterate()),
                new Look(
                        "an index that finds nothing",
                        g -> g.V().has("code", 99).hasNext(),
                        g -> g.V(6).property("code", 99).iterate()),
                new Look(
                        "an index of edges",
                        g -> g.E().has("since", 1999).hasNext(),
                        g -> g.V(1).outE().property("since", 1999).iterate()));
    }

    private static List<Look> identifiers() {
        return List.of(
                new Look(
                        "no V(number)",
                        g -> g.V(4711).hasNext(),
                        g -> g.addV().property(T.id, 4711).iterate()),
                new Look(
                        "no V(text)",
                        g -> g.V("x").hasNext(),
                        g -> g.addV().property(T.id, "x").iterate()),
                new Look(
                        "no V().hasId()",
                        g -> g.V().hasId("x").hasNext(),
                        g -> g.addV().property(T.id, "x").iterate()),
                new Look(
                        "no E(id)",
                        g -> g.E("e").hasNext(),
                        g -> g.V(6).as("a")
                                .V(7)
                                .addE("knows")
                                .from("a")
                                .property(T.id, "e")
                                .iterate()),
                new Look(
                        "a V(id) that goes",
                        g -> g.V(7).hasNext(),
                        g -> g.V(7).drop().iterate()),
                new Look(
                        "no variable",
                        g -> g.getGraph().variables().keys().size(),
                        g -> g.getGraph().variables().set("v", 1)));
    }

    private static List<Look> neighbours() {
        Consumer<GraphTraversalSource> newLabel =
                g -> g.V(6).as("a").V(7).addE("likes").from("a").iterate();
        return List.of(
                new Look("a degree", g -> g.V(1).out().count().next(), g -> edge(g, 1, 7)),
                new Look("a degree by label", g -> g.V(1).out("knows").count().next(), g -> edge(g, 1, 7)),
                new Look("a degree of zero", g -> g.V(6).out().count().next(), g -> edge(g, 6, 7)),
                new Look("no list of a label", g -> g.V(6).out("knows").hasNext(), g -> edge(g, 6, 7)),
                new Look(
                        "no edge between two", g -> g.V(6).out("knows").hasId(7).hasNext(), g -> edge(g, 6, 7)),
                new Look(
                        "no edge that arrives", g -> g.V(7).in("knows").hasId(6).hasNext(), g -> edge(g, 6, 7)),
                new Look("out() by a new label", g -> g.V(6).out("likes").hasNext(), newLabel),
                new Look("outE() by a new label", g -> g.V(6).outE("likes").hasNext(), newLabel),
                new Look(
                        "in().count() by a new label",
                        g -> g.V(7).in("likes").count().next(),
                        newLabel),
                new Look(
                        "two hops, the second by a new label",
                        g -> g.V(1).out("knows").out("likes").hasNext(),
                        g -> g.V(2).as("a").V(7).addE("likes").from("a").iterate()),
                new Look(
                        "two hops counted",
                        g -> g.V(1).out("knows").outE("likes").count().next(),
                        g -> g.V(2).as("a").V(7).addE("likes").from("a").iterate()),
                new Look(
                        "vertex.edges by a new label",
                        g -> g.V(6).next()
                                .edges(org.apache.tinkerpop.gremlin.structure.Direction.OUT, "likes")
                                .hasNext(),
                        newLabel),
                new Look(
                        "a name behind a new edge",
                        g -> g.V(6).addE("knows")
                                .to(__.V(7))
                                .outV()
                                .values("name")
                                .next(),
                        g -> name(g, 6, "x")),
                new Look(
                        "not(out()) of all",
                        g -> g.V().hasLabel("person").not(__.out()).count().next(),
                        g -> edge(g, 6, 7)));
    }

    private static org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal<?, ?> people(
            GraphTraversalSource g) {
        return g.V().hasLabel("person");
    }

    private static void edge(GraphTraversalSource g, int from, int to) {
        g.V(from).as("a").V(to).addE("knows").from("a").iterate();
    }

    private static void name(GraphTraversalSource g, int id, String name) {
        g.V(id).property("name", name).iterate();
    }

    /** Seven people, of whom the first knows the second, and a note for the transactions that look. */
    private static PraghGraph open(int nodes) {
        PraghGraph graph = PraghGraph.build().nodes(nodes).partitions(4).open();
        graph.createIndex(ElementKind.VERTEX, "code");
        graph.createIndex(ElementKind.EDGE, "since");
        GraphTraversalSource g = graph.traversal();
        for (int id = 1; id <= 7; id++) {
            g.addV("person")
                    .property(T.id, id)
                    .property("name", "p" + id)
                    .property("code", 10 * id)
                    .iterate();
        }
        edge(g, 1, 2);
        g.addV("note").property(T.id, 100).property("text", "none").iterate();
        graph.tx().commit();
        return graph;
    }

    private static String note(GraphTraversalSource g, int id) {
        return (String) g.V(id).values("text").next();
    }

    @TestFactory
    List<DynamicTest> whoLookedConflictsWithAChangeThatIsCommitted() {
        return each((graph, look) -> {
            Graph looking = graph.tx().createThreadedTx();
            Graph changing = graph.tx().createThreadedTx();
            Object before = look.look.apply(looking.traversal());
            looking.traversal().V(100).property("text", "saw " + before).iterate();
            assertEquals("none", note(changing.traversal(), 100));
            look.change.accept(changing.traversal());
            changing.tx().commit();
            assertThrows(CommitConflictException.class, () -> looking.tx().commit());
            assertNotEquals(before, look.look.apply(graph.traversal()), "whoever looks now sees it");
            assertEquals("none", note(graph.traversal(), 100));
        });
    }

    @TestFactory
    List<DynamicTest> whoFoundSomethingMissingAddsItOnce() {
        return each((graph, look) -> {
            Graph one = graph.tx().createThreadedTx();
            Graph other = graph.tx().createThreadedTx();
            assertEquals(look.look.apply(one.traversal()), look.look.apply(other.traversal()));
            look.change.accept(one.traversal());
            look.change.accept(other.traversal());
            one.tx().commit();
            assertThrows(CommitConflictException.class, () -> other.tx().commit());
        });
    }

    @TestFactory
    List<DynamicTest> whoLooksAndChangesAloneCommits() {
        return each((graph, look) -> {
            Graph alone = graph.tx().createThreadedTx();
            Object before = look.look.apply(alone.traversal());
            look.change.accept(alone.traversal());
            assertNotEquals(before, look.look.apply(alone.traversal()), "its own change");
            alone.tx().commit();
            assertNotEquals(before, look.look.apply(graph.traversal()));
        });
    }

    private interface Schedule {
        void run(PraghGraph graph, Look look);
    }

    private static List<DynamicTest> each(Schedule schedule) {
        List<DynamicTest> tests = new ArrayList<>();
        for (int nodes : NODES) {
            for (Look look : looks()) {
                tests.add(DynamicTest.dynamicTest(look.name + ", nodes=" + nodes, () -> {
                    try (PraghGraph graph = open(nodes)) {
                        schedule.run(graph, look);
                        graph.tx().rollback();
                    }
                }));
            }
        }
        return tests;
    }
}
