package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** Another provider's graph with numeric identifiers, to be computed on: shows that the computer knows nothing of its own. */
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
