package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * A graph of another provider with numeric identifiers. It shows that the computer depends on nothing of Pragh's
 * graph.
 */
record TinkerSource(Graph graph, int parts) implements ComputerSource {
    @Override
    public List<Reader> open(int workers) {
        List<Reader> readers = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            readers.add(new TinkerReader(graph, parts));
        }
        return readers;
    }

    private record TinkerReader(Graph graph, int parts) implements Reader {
        @Override
        public Iterator<Vertex> vertices(int part) {
            List<Vertex> found = new ArrayList<>();
            graph.vertices().forEachRemaining(vertex -> {
                if (numberOf(vertex) % parts == part) {
                    found.add(vertex);
                }
            });
            return found.iterator();
        }

        @Override
        public long numberOf(Vertex vertex) {
            return ((Number) vertex.id()).longValue();
        }

        @Override
        public void close() {}
    }
}
