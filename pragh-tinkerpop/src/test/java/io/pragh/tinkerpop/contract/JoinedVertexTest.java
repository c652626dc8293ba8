package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks a traversal that looks two vertices up and joins them by an edge, while other transactions change the two or
 * remove one of them.
 */
class JoinedVertexTest {
    private static final int[] NODES = {1, 3};

    private record Join(String name, Function<GraphTraversalSource, GraphTraversal<?, ?>> traversal) {}

    private static List<Join> joins() {
        return List.of(
                new Join("V().addE().to(V())", g -> g.V(1).addE("knows").to(__.V("two"))),
                new Join("V().addE().from(V())", g -> g.V(1).addE("knows").from(__.V("two"))),
                new Join(
                        "addE().from(V()).to(V())",
                        g -> g.addE("knows").from(__.V(1)).to(__.V("two"))),
                new Join(
                        "V().as().V().addE().from()",
                        g -> g.V(1).as("a").V("two").addE("knows").from("a")),
                new Join(
                        "V().as().V().as().addE().from().to()",
                        g -> g.V(1).as("a")
                                .V("two")
                                .as("b")
                                .addE("knows")
                                .from("a")
                                .to("b")),
                new Join(
                        "addE() with a property",
                        g -> g.V(1).addE("knows").to(__.V("two")).property("since", 1999)),
                new Join(
                        "with a new vertex between them",
                        g -> g.V(1).as("a")
                                .addV("person")
                                .addE("knows")
                                .from("a")
                                .outV()
                                .addE("knows")
                                .to(__.V("two"))),
                new Join(
                        "several edges",
                        g -> g.V(1).addE("knows")
                                .to(__.V("two"))
                                .outV()
                                .addE("likes")
                                .to(__.V("two"))));
    }

    /**
     * Both labels of edges exist, so that a transaction that removes a vertex does not depend on the absence of a
     * label.
     */
    private static PraghGraph open(int nodes) {
        PraghGraph graph = PraghGraph.build().nodes(nodes).partitions(4).open();
        GraphTraversalSource g = graph.traversal();
        g.addV("person").property(T.id, 1).iterate();
        g.addV("person").property(T.id, "two").iterate();
        g.addV("other")
                .as("a")
                .addE("knows")
                .to("a")
                .addE("likes")
                .from("a")
                .to("a")
                .iterate();
        graph.tx().commit();
        return graph;
    }

    private interface Schedule {
        void run(PraghGraph graph, Graph joining, Graph other, Join join);
    }

    private static List<DynamicTest> each(Schedule schedule) {
        List<DynamicTest> tests = new ArrayList<>();
        for (int nodes : NODES) {
            for (Join join : joins()) {
                tests.add(DynamicTest.dynamicTest(join.name + ", nodes=" + nodes, () -> {
                    try (PraghGraph graph = open(nodes)) {
                        Graph joining = graph.tx().createThreadedTx();
                        Graph other = graph.tx().createThreadedTx();
                        schedule.run(graph, joining, other, join);
                        graph.tx().rollback();
                    }
                }));
            }
        }
        return tests;
    }

    @TestFactory
    List<DynamicTest> itDoesNotConflictWithWhoChangesThem() {
        return each((graph, joining, other, join) -> {
            join.traversal.apply(joining.traversal()).iterate();
            other.traversal().V(1).property("name", "a").iterate();
            other.traversal().V("two").property("name", "b").iterate();
            other.tx().commit();
            joining.tx().commit();
            long edges = graph.traversal().E().count().next();
            assertEquals(edges - 2, graph.traversal().V(1).bothE().count().next());
            assertEquals(
                    List.of("a", "b"),
                    graph.traversal().V(1, "two").values("name").toList());
        });
    }

    @TestFactory
    List<DynamicTest> itDoesNotConflictWithWhoJoinsThemToo() {
        return each((graph, joining, other, join) -> {
            join.traversal.apply(joining.traversal()).iterate();
            other.traversal().V("two").addE("likes").to(__.V(1)).iterate();
            other.tx().commit();
            joining.tx().commit();
            assertEquals(1L, graph.traversal().V("two").outE("likes").count().next());
        });
    }

    @TestFactory
    List<DynamicTest> itConflictsWithWhoRemovesOne() {
        return each((graph, joining, other, join) -> {
            join.traversal.apply(joining.traversal()).iterate();
            other.traversal().V("two").drop().iterate();
            other.tx().commit();
            assertThrows(CommitConflictException.class, () -> joining.tx().commit());
            assertEquals(2L, graph.traversal().E().count().next());
        });
    }

    @TestFactory
    List<DynamicTest> whatItHasShownIsReliedOn() {
        return each((graph, joining, other, join) -> {
            Edge edge = (Edge) join.traversal.apply(joining.traversal()).next();
            assertEquals("person", edge.outVertex().label());
            other.traversal().V(1).property("name", "a").iterate();
            other.traversal().V("two").property("name", "b").iterate();
            other.tx().commit();
            assertThrows(CommitConflictException.class, () -> joining.tx().commit());
        });
    }
}
