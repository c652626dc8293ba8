package io.pragh.tinkerpop.load;

import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;

/** Reads a graph of this process, in a transaction of its own beside the calling thread's. One thread. */
final class EmbeddedSource implements GraphSource {
    private final Graph snapshot;

    EmbeddedSource(Graph graph) {
        snapshot = graph.tx().createThreadedTx();
    }

    @Override
    public long vertices() {
        return snapshot.traversal().V().count().next();
    }

    @Override
    public long edges() {
        return snapshot.traversal().E().count().next();
    }

    @Override
    public Iterator<Vertex> stars() {
        return IteratorUtils.map(snapshot.vertices(), vertex -> {
            StarCopy copy = new StarCopy(vertex);
            vertex.edges(Direction.OUT).forEachRemaining(copy::addOut);
            vertex.edges(Direction.IN).forEachRemaining(copy::addIn);
            return copy.vertex();
        });
    }

    @Override
    public boolean hasVertex(Object id) {
        return snapshot.vertices(id).hasNext();
    }

    @Override
    public boolean hasEdge(Object id) {
        return snapshot.edges(id).hasNext();
    }

    @Override
    public void close() {
        snapshot.tx().rollback();
    }
}
