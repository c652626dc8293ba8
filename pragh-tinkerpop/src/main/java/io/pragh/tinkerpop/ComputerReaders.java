package io.pragh.tinkerpop;

import io.pragh.core.property.GraphTransaction;
import io.pragh.tinkerpop.process.computer.ComputerSource;
import io.pragh.tinkerpop.structure.BoundStore;
import io.pragh.tinkerpop.structure.ElementLookup;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.PraghVertex;
import io.pragh.tinkerpop.structure.SharedTransaction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * A graph as the source of a graph computer: each worker reads in a transaction of its own, which is bound to no
 * thread, and all read one snapshot. Any thread.
 */
final class ComputerReaders implements ComputerSource {
    private final ElementStore graph;
    private final Supplier<GraphTransaction> begin;
    private final boolean writable;

    /**
     * The readers of a graph.
     *
     * @param begin begins a transaction that only reads
     * @param writable whether the computer may begin and commit transactions of the graph
     */
    ComputerReaders(ElementStore graph, Supplier<GraphTransaction> begin, boolean writable) {
        this.graph = graph;
        this.begin = begin;
        this.writable = writable;
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    public Graph graph() {
        return graph.graph();
    }

    @Override
    public int parts() {
        return graph.properties().partitions();
    }

    @Override
    public List<Reader> open(int workers) {
        List<Reader> readers = new ArrayList<>(workers);
        GraphTransaction first = begin.get();
        // messages carry edges to other workers, which may ask for data that was not read yet
        readers.add(new WorkerReader(new BoundStore(graph, new SharedTransaction(first))));
        try {
            while (readers.size() < workers) {
                readers.add(new WorkerReader(new BoundStore(graph, new SharedTransaction(first.reader()))));
            }
            return readers;
        } catch (RuntimeException failed) {
            readers.forEach(Reader::close);
            throw failed;
        }
    }

    private record WorkerReader(BoundStore store) implements Reader {
        @Override
        public Iterator<Vertex> vertices(int part) {
            return new ElementLookup(store).verticesOf(part);
        }

        @Override
        public long numberOf(Vertex vertex) {
            if (vertex instanceof PraghVertex own && own.graph() == store.graph()) {
                return own.vid();
            }
            Iterator<Vertex> found = new ElementLookup(store).vertices(vertex.id());
            return found.hasNext() ? ((PraghVertex) found.next()).vid() : -1;
        }

        @Override
        public void close() {
            store.transaction().close();
        }
    }
}
