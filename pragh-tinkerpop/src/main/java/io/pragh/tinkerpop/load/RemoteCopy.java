package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.util.Tokens;

/** Copies a graph into another that is reached through traversals, in one transaction. Edges get new identifiers. Stateless. */
public final class RemoteCopy {
    private static final int REQUEST_ELEMENTS = 100;

    private RemoteCopy() {}

    /**
     * Copies all or nothing.
     *
     * @param copied is told how many more elements were sent
     * @throws LoadException when it took longer than the server keeps snapshots; nothing was copied
     * @throws PraghException when the answer to the commit was lost; after anything else that is thrown, nothing was copied
     */
    public static void copy(Graph from, GraphTraversalSource into, LongConsumer copied) {
        Transaction transaction = into.tx();
        // However busy the server is: only the whole may take too long, not one of its requests.
        GraphTraversalSource g = transaction.<GraphTraversalSource>begin().with(Tokens.ARGS_EVAL_TIMEOUT, 0L);
        long began = System.nanoTime();
        try {
            // A request begins by one traverser that nothing else looks at; every step makes an element and keeps it
            // one.
            send(from.vertices(), RemoteCopy::add, g, copied);
            send(from.edges(), RemoteCopy::add, g, copied);
        } catch (RuntimeException failed) {
            try {
                transaction.rollback();
            } catch (RuntimeException lost) {
                failed.addSuppressed(lost); // the server gives it up together with the session
            }
            throw explained(failed, began);
        } finally {
            from.tx().rollback();
        }
        try {
            commit(transaction);
        } catch (RuntimeException failed) {
            throw explained(failed, began);
        }
    }

    /** Where time was the limit, to begin again ends the same way. */
    private static RuntimeException explained(RuntimeException failed, long began) {
        return SnapshotLimit.ended(failed)
                ? new LoadException(
                        "the server took nothing: " + SnapshotLimit.sentence(began)
                                + "; raise it there, or start the server with the files: pragh server --load",
                        failed)
                : failed;
    }

    private static void commit(Transaction transaction) {
        try {
            transaction.commit();
        } catch (RuntimeException failed) {
            for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
                if (cause instanceof ResponseException) {
                    throw failed; // the server's own word that it did not
                }
            }
            throw new PraghException("the server did not say whether it committed; look before loading again", failed);
        }
    }

    private static <E> void send(
            Iterator<E> elements,
            BiFunction<GraphTraversal<Integer, ?>, E, GraphTraversal<Integer, ?>> add,
            GraphTraversalSource g,
            LongConsumer copied) {
        while (elements.hasNext()) {
            GraphTraversal<Integer, ?> request = g.inject(0);
            int count = 0;
            for (; count < REQUEST_ELEMENTS && elements.hasNext(); count++) {
                request = add.apply(request, elements.next());
            }
            request.iterate();
            copied.accept(count);
        }
    }

    private static GraphTraversal<Integer, ?> add(GraphTraversal<Integer, ?> request, Vertex vertex) {
        GraphTraversal<Integer, Vertex> added = request.addV(vertex.label()).property(T.id, vertex.id());
        Map<String, Integer> seen = new HashMap<>();
        for (Iterator<VertexProperty<Object>> found = vertex.properties(); found.hasNext(); ) {
            VertexProperty<Object> property = found.next();
            List<Object> meta = new ArrayList<>();
            property.properties().forEachRemaining(one -> {
                meta.add(one.key());
                meta.add(one.value());
            });
            boolean another = seen.merge(property.key(), 1, Integer::sum) > 1;
            added = added.property(
                    another ? VertexProperty.Cardinality.list : VertexProperty.Cardinality.single,
                    property.key(),
                    property.value(),
                    meta.toArray());
        }
        return added;
    }

    private static GraphTraversal<Integer, ?> add(GraphTraversal<Integer, ?> request, Edge edge) {
        GraphTraversal<Integer, Edge> added = request.addE(edge.label())
                .from(__.V(edge.outVertex().id()))
                .to(__.V(edge.inVertex().id()));
        for (Iterator<? extends Property<Object>> found = edge.properties(); found.hasNext(); ) {
            Property<Object> property = found.next();
            added = added.property(property.key(), property.value());
        }
        return added;
    }
}
