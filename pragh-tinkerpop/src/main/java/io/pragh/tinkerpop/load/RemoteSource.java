package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.util.Tokens;

/**
 * Reads a server's graph in one transaction of a session: first all identifiers, which are kept on the disk, then the
 * vertices with their edges in pages. One thread.
 */
// A driver receives a server's results as fast as they come and queues them, so only the size of a request bounds
// memory: a page. Identifiers come in one request, and go to the disk.
final class RemoteSource implements GraphSource {
    private static final int PAGE_VERTICES = 200;

    private final Transaction transaction;
    private final GraphTraversalSource g;
    private final IdSpool ids;
    private final long edges;

    RemoteSource(GraphTraversalSource from) throws IOException {
        transaction = from.tx();
        // A page usually takes moments, but on a busy server, or for a vertex with a million edges, longer than its
        // time-out.
        g = transaction
                .<GraphTraversalSource>begin()
                .with(Tokens.ARGS_EVAL_TIMEOUT, 0L)
                .with(Tokens.ARGS_MATERIALIZE_PROPERTIES, Tokens.MATERIALIZE_PROPERTIES_ALL);
        try {
            edges = g.E().count().next();
            ids = new IdSpool(g.V().id());
        } catch (RuntimeException | IOException failed) {
            transaction.rollback();
            throw failed;
        }
    }

    @Override
    public long vertices() {
        return ids.count();
    }

    @Override
    public long edges() {
        return edges;
    }

    @Override
    public Iterator<Vertex> stars() {
        Iterator<List<Object>> pages;
        try {
            pages = ids.pages(PAGE_VERTICES);
        } catch (IOException failed) {
            throw new PraghException("a temporary file cannot be read: reason=" + failed.getMessage(), failed);
        }
        return new Iterator<>() {
            private Iterator<Vertex> page = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!page.hasNext() && pages.hasNext()) {
                    page = page(pages.next().toArray());
                }
                return page.hasNext();
            }

            @Override
            public Vertex next() {
                return hasNext()
                        ? page.next()
                        : Collections.<Vertex>emptyIterator().next();
            }
        };
    }

    private Iterator<Vertex> page(Object[] some) {
        Map<Object, StarCopy> stars = new LinkedHashMap<>();
        g.V(some).forEachRemaining(vertex -> stars.put(vertex.id(), new StarCopy(vertex)));
        if (stars.size() != some.length) {
            throw new PraghException(
                    "the server does not show one moment: expected=" + some.length + " vertices found=" + stars.size());
        }
        add(g.V(some).outE(), edge -> edge.outVertex().id(), StarCopy::addOut, stars);
        add(g.V(some).inE(), edge -> edge.inVertex().id(), StarCopy::addIn, stars);
        return stars.values().stream().map(StarCopy::vertex).iterator();
    }

    private static void add(
            Iterator<Edge> edges,
            Function<Edge, Object> end,
            BiConsumer<StarCopy, Edge> to,
            Map<Object, StarCopy> stars) {
        edges.forEachRemaining(edge -> {
            StarCopy star = stars.get(end.apply(edge));
            if (star == null) {
                throw new PraghException("the server answered with an edge of another vertex: edge=" + edge);
            }
            to.accept(star, edge);
        });
    }

    @Override
    public boolean hasVertex(Object id) {
        return g.V(id).id().hasNext();
    }

    @Override
    public boolean hasEdge(Object id) {
        return g.E(id).id().hasNext();
    }

    @Override
    public void close() {
        try (ids) {
            transaction.rollback();
        }
    }
}
