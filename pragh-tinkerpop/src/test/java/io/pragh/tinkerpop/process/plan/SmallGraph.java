package io.pragh.tinkerpop.process.plan;

import io.pragh.tinkerpop.PraghGraph;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty.Cardinality;

/**
 * Six vertices with cases that are hard for plans: parallel edges, a cycle, a loop, numbers of several types, several
 * values under one key. Stateless.
 */
final class SmallGraph {
    private SmallGraph() {}

    /** A graph with these vertices, whose identifiers are {@code Integer}s. */
    static PraghGraph open() {
        PraghGraph graph = PraghGraph.build().open();
        fill(graph, number -> number);
        return graph;
    }

    /** Adds these vertices and commits. The function gives the identifier for each vertex's number. */
    static void fill(PraghGraph graph, IntFunction<Object> id) {
        Vertex one = graph.addVertex(T.id, id.apply(1), T.label, "person", "n", 1, "name", "ada", "t", "x");
        Vertex two = graph.addVertex(T.id, id.apply(2), T.label, "person", "n", 2L, "name", "bob", "t", "y");
        Vertex three = graph.addVertex(T.id, id.apply(3), T.label, "person", "n", 2.5, "name", "cy", "t", "x");
        three.property(Cardinality.list, "t", "z");
        Vertex four = graph.addVertex(T.id, id.apply(4), T.label, "thing", "n", 7, "name", "d", "t", "x");
        Vertex five = graph.addVertex(T.id, id.apply(5), T.label, "thing", "name", "e");
        Vertex six = graph.addVertex(T.id, id.apply(6), T.label, "thing", "n", 1, "name", "f", "many", List.of(1, 2));
        one.addEdge("knows", two, "w", 1);
        one.addEdge("knows", three, "w", 2.5);
        one.addEdge("made", four, "w", 3L);
        two.addEdge("knows", three);
        two.addEdge("made", four, "w", 1);
        three.addEdge("knows", one, T.id, "e1", "w", 4, "since", 1833);
        four.addEdge("part", five);
        four.addEdge("part", six);
        one.addEdge("knows", two, "w", 5);
        five.addEdge("part", five);
        graph.tx().commit();
    }
}
