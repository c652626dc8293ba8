package io.pragh.benchmarks.ldbc;

import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** The start of many of the complex reads: people whom a person knows, directly or through others. Stateless. */
final class People {
    private People() {}

    /** Friends of the person with the number {@code personId}. */
    static GraphTraversal<Vertex, Vertex> friends(GraphTraversalSource g, SnbParameters p) {
        return g.V(p.person()).both("knows");
    }

    /** Friends and their friends, each once, without the person. */
    static GraphTraversal<Vertex, Vertex> circle(GraphTraversalSource g, SnbParameters p) {
        return g.V(p.person()).repeat(__.both("knows")).emit().times(2).dedup().hasId(P.neq(p.person()));
    }
}
