package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.TemporaryException;
import org.apache.tinkerpop.gremlin.structure.util.empty.EmptyGraph;

/**
 * The graph that a run results in: the original one, with or without the computed properties, or a new one. One
 * thread.
 */
final class ComputerOutcome {
    /** Vertices written in one transaction. */
    static final int BATCH = 1000;

    /** How often a batch is tried before another writer's conflict is reported to the caller. */
    static final int TRIES = 20;

    private final Graph original;
    private final List<Share> shares;
    private final VertexTable table;
    private final ComputeColumns columns;

    ComputerOutcome(ComputerSource source, List<Share> shares, VertexTable table, ComputeColumns columns) {
        original = source.graph();
        this.shares = shares;
        this.table = table;
        this.columns = columns;
    }

    Graph graph(GraphComputer.ResultGraph which, GraphComputer.Persist persist) {
        return switch (which) {
            case ORIGINAL -> {
                if (persist != GraphComputer.Persist.NOTHING) {
                    writeAll();
                }
                yield original;
            }
            case NEW ->
                persist == GraphComputer.Persist.NOTHING
                        ? EmptyGraph.instance()
                        : copy(persist == GraphComputer.Persist.EDGES);
        };
    }

    // ---- the original graph

    private void writeAll() {
        List<Object> ids = new ArrayList<>();
        for (int index = 0; index < table.count(); index++) {
            if (isComputed(index)) {
                ids.add(table.vertex(index).id());
            }
            if (ids.size() == BATCH) {
                write(ids);
                ids.clear();
            }
        }
        if (!ids.isEmpty()) {
            write(ids);
        }
    }

    private boolean isComputed(int index) {
        return columns.keys().stream().anyMatch(key -> columns.get(index, key) != null);
    }

    private void write(List<Object> ids) {
        if (!original.features().graph().supportsTransactions()) {
            writeProperties(ids);
            return;
        }
        int tries = 0;
        while (!isWritten(ids, ++tries == TRIES)) {
            Share.checkInterrupt();
        }
    }

    /**
     * Writes in a transaction of this thread; false on a conflict. A vertex that was removed meanwhile is skipped,
     * and one that has got its identifier since.
     */
    private boolean isWritten(List<Object> ids, boolean last) {
        try {
            writeProperties(ids);
            original.tx().commit();
            return true;
        } catch (RuntimeException e) {
            if (last || !(e instanceof TemporaryException)) {
                throw e;
            }
            return false;
        } finally {
            original.tx().rollback();
        }
    }

    private void writeProperties(List<Object> ids) {
        Iterator<Vertex> found = original.vertices(ids.toArray());
        while (found.hasNext()) {
            Vertex vertex = found.next();
            int index = table.indexOf(shares.get(0).reader().numberOf(vertex));
            if (index != VertexTable.MISSING) {
                writeProperties(vertex, index);
            }
        }
    }

    private void writeProperties(Vertex vertex, int index) {
        for (String key : columns.keys()) {
            List<ViewVertexProperty<?>> computed = columns.get(index, key);
            if (computed != null) {
                replace(vertex, key, computed);
            }
        }
    }

    private static void replace(Vertex vertex, String key, List<ViewVertexProperty<?>> computed) {
        List<VertexProperty<Object>> old = new ArrayList<>();
        vertex.properties(key).forEachRemaining(old::add);
        old.forEach(VertexProperty::remove);
        VertexProperty.Cardinality cardinality =
                computed.size() == 1 ? VertexProperty.Cardinality.single : VertexProperty.Cardinality.list;
        for (ViewVertexProperty<?> property : computed) {
            VertexProperty<?> written = vertex.property(cardinality, key, property.value());
            property.properties().forEachRemaining(meta -> written.property(meta.key(), meta.value()));
        }
    }

    // ---- a new graph

    private Graph copy(boolean withEdges) {
        ComputedGraph copy = new ComputedGraph(table.count());
        for (Share share : shares) {
            for (int index = share.first(); index < share.end(); index++) {
                Share.checkInterrupt();
                copy.addVertex(view(share, index));
            }
        }
        if (withEdges) {
            // An edge that passes the filter only at one of its ends is included: the vertex at that end has seen it.
            for (Share share : shares) {
                Direction direction = share.filter().hasEdgeFilter() ? Direction.BOTH : Direction.OUT;
                for (int index = share.first(); index < share.end(); index++) {
                    Share.checkInterrupt();
                    Iterator<Edge> edges = view(share, index).edges(direction);
                    edges.forEachRemaining(copy::addEdge);
                }
            }
        }
        return copy;
    }

    private ViewVertex view(Share share, int index) {
        return new ViewVertex(table.vertex(index), index, share.filter(), columns);
    }
}
