package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that the weight of an edge without other properties comes with the list at either end, without a further
 * READ, and behaves like any other property.
 */
class CarriedWeightsTest {
    private static final int NODES = 4;
    private static final int ROADS = 30;

    private final PraghGraph graph = PraghGraph.build().nodes(NODES).open();
    private final GraphTraversalSource g = graph.traversal();

    @BeforeEach
    void build() {
        for (int i = 0; i <= ROADS; i++) {
            g.addV("town").property(T.id, i).iterate();
        }
        graph.tx().commit();
        for (int i = 1; i <= ROADS; i++) {
            g.V(i).addE("road").to(__.V(0)).property("km", i + 0.5).iterate();
            g.V(i).addE("path").to(__.V(0)).property("name", "path " + i).iterate();
        }
        graph.tx().commit();
        for (int i = 0; i < NODES; i++) { // each node learns names once
            g.V(0).inE("road", "path").valueMap().iterate();
            graph.tx().rollback();
        }
    }

    @AfterEach
    void end() {
        graph.close();
    }

    /** The batches of READs that a query costs when names are known and no values move. */
    private long batches(Function<GraphTraversalSource, GraphTraversal<?, ?>> query) {
        long fewest = Long.MAX_VALUE;
        for (int i = 0; i < 4 * NODES; i++) {
            ReadCounts before = graph.store().transaction().readCounts();
            assertEquals(ROADS, query.apply(g).toList().size());
            ReadCounts reads = graph.store().transaction().readCounts().since(before);
            graph.tx().rollback();
            fewest = Math.min(fewest, reads.batches());
        }
        return fewest;
    }

    @Test
    void itIsReadWithTheList() {
        long lists = batches(g -> g.V(0).inE("road").id());
        assertEquals(lists, batches(g -> g.V(0).inE("road").values("km")));
        assertEquals(lists, batches(g -> g.V(0).inE("road").has("km", P.gt(1.0))));
        assertEquals(lists + 1, batches(g -> g.V(0).inE("path").values("name")));
    }

    @Test
    void itIsFoundFromBothEnds() {
        for (int i = 1; i <= ROADS; i++) {
            assertEquals(List.of(i + 0.5), g.V(i).outE("road").values("km").toList());
            assertEquals(
                    List.of(Map.of("km", i + 0.5)),
                    g.V(i).outE("road").valueMap().toList());
        }
        assertEquals(
                ROADS / 2L,
                g.V(0).inE("road").has("km", P.gte(ROADS / 2 + 1.0)).count().next());
        assertEquals(
                ROADS * (ROADS + 2) / 2.0,
                g.E().hasLabel("road").values("km").sum().next());
    }

    @Test
    void itChangesAndGoesAsAnyProperty() {
        Object id = g.V(1).outE("road").id().next();
        g.E(id).property("km", 7.25).iterate();
        graph.tx().commit();
        assertEquals(
                7.25, g.V(0).inE("road").where(__.outV().hasId(1)).values("km").next());
        g.E(id).property("km", "far").iterate();
        graph.tx().commit();
        assertEquals("far", g.E(id).values("km").next());
        g.E(id).property("km", 1.5).property("opened", 5L).iterate();
        graph.tx().commit();
        assertEquals(Map.of("km", 1.5, "opened", 5L), g.E(id).valueMap().next());
        g.E(id).properties().drop().iterate();
        graph.tx().commit();
        assertFalse(g.E(id).properties().hasNext());
        g.V(2).outE("road").properties("km").drop().iterate();
        graph.tx().commit();
        assertFalse(g.V(2).outE("road").values("km").hasNext());
        g.V(3).outE("road").drop().iterate();
        graph.tx().commit();
        assertFalse(g.V(0).inE("road").where(__.outV().hasId(3)).hasNext());
        assertEquals(2L * ROADS - 1, g.E().count().next());
    }

    @Test
    void objectsOfOtherTransactionsGoOnWithIt() throws Exception {
        Edge road = g.V(1).outE("road").next();
        assertEquals(1.5, road.<Double>value("km"));
        graph.tx().rollback();
        Elsewhere.call(() -> {
            g.V(1).outE("road").property("km", 2.5).iterate();
            graph.tx().commit();
            return true;
        });
        assertEquals(2.5, road.<Double>value("km"));
        road.property("km", 3.5);
        graph.tx().commit();
        assertEquals(List.of(3.5), g.V(1).outE("road").values("km").toList());
        Vertex here = g.V(4).next();
        Edge fresh = here.addEdge("road", g.V(5).next(), "km", 9.0);
        graph.tx().commit();
        assertEquals(9.0, fresh.<Double>value("km"));
        fresh.property("km", 10.0);
        graph.tx().commit();
        assertEquals(10.0, g.E(fresh.id()).values("km").next());
        fresh.remove();
        graph.tx().commit();
        assertFalse(g.E(fresh.id()).hasNext());
    }

    @Test
    void anIndexFindsThem() {
        graph.createIndex(ElementKind.EDGE, "km");
        assertEquals(1, g.E().has("km", 7.5).count().next());
        assertTrue(g.E().has("km", 7.5).explain().prettyPrint().contains("index=km"));
        g.V(7).outE("road").property("km", 1000.5).iterate();
        graph.tx().commit();
        assertEquals(7, g.E().has("km", 1000.5).outV().id().next());
        assertFalse(g.E().has("km", 7.5).hasNext());
    }
}
