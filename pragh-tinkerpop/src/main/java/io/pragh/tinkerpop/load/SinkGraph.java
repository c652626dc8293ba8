package io.pragh.tinkerpop.load;

import java.util.Iterator;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.detached.DetachedEdge;
import org.jspecify.annotations.Nullable;

/** A write-only graph for TinkerPop's readers, which passes vertices and edges on to a sink. One thread. */
final class SinkGraph implements Graph {
    private final GraphSink sink;
    private final Graph real;

    /** Replaces a graph, with all its features except transactions. */
    SinkGraph(GraphSink sink, Graph real) {
        this.sink = sink;
        this.real = real;
    }

    private static UnsupportedOperationException notRead() {
        return new UnsupportedOperationException("a graph that is being loaded is not read");
    }

    @Override
    public Vertex addVertex(@Nullable Object... keyValues) {
        Object id = ElementHelper.getIdValue(keyValues)
                .orElseThrow(() -> new MalformedLine("a vertex has no identifier: expected=an attribute id"));
        String label = ElementHelper.getLabelValue(keyValues).orElse(Vertex.DEFAULT_LABEL);
        sink.vertex(id, label);
        for (int i = 0; i < keyValues.length; i += 2) {
            if (keyValues[i] instanceof String key) {
                sink.property(key, keyValues[i + 1]);
            }
        }
        return new SinkVertex(id, label);
    }

    @Override
    public Features features() {
        Features features = real.features();
        return new Features() {
            @Override
            public GraphFeatures graph() {
                return new GraphFeatures() {
                    @Override
                    public boolean supportsTransactions() {
                        return false; // the owner of the sink ends transactions
                    }
                };
            }

            @Override
            public VertexFeatures vertex() {
                return features.vertex();
            }

            @Override
            public EdgeFeatures edge() {
                return features.edge();
            }
        };
    }

    @Override
    public <C extends GraphComputer> C compute(Class<C> type) {
        throw notRead();
    }

    @Override
    public GraphComputer compute() {
        throw notRead();
    }

    @Override
    public Iterator<Vertex> vertices(Object... ids) {
        throw notRead();
    }

    @Override
    public Iterator<Edge> edges(Object... ids) {
        throw notRead();
    }

    @Override
    public Transaction tx() {
        throw notRead();
    }

    @Override
    public void close() {}

    @Override
    public Variables variables() {
        throw notRead();
    }

    @Override
    public Configuration configuration() {
        throw notRead();
    }

    /** A vertex that was passed on, for use as an end of edges. */
    private final class SinkVertex implements Vertex {
        private final Object id;
        private final String label;

        SinkVertex(Object id, String label) {
            this.id = id;
            this.label = label;
        }

        @Override
        public Edge addEdge(String edgeLabel, Vertex in, @Nullable Object... keyValues) {
            Object edgeId = ElementHelper.getIdValue(keyValues).orElse(null);
            sink.edge(id, edgeLabel, in.id(), edgeId);
            for (int i = 0; i < keyValues.length; i += 2) {
                if (keyValues[i] instanceof String key) {
                    sink.edgeProperty(key, keyValues[i + 1]);
                }
            }
            return DetachedEdge.build().setLabel(edgeLabel).create();
        }

        @Override
        public Object id() {
            return id;
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public Graph graph() {
            return SinkGraph.this;
        }

        @Override
        public <V> VertexProperty<V> property(
                VertexProperty.@Nullable Cardinality cardinality, String key, @Nullable V value, Object... keyValues) {
            throw notRead();
        }

        @Override
        public Iterator<Edge> edges(Direction direction, String... labels) {
            throw notRead();
        }

        @Override
        public Iterator<Vertex> vertices(Direction direction, String... labels) {
            throw notRead();
        }

        @Override
        public <V> Iterator<VertexProperty<V>> properties(String... keys) {
            throw notRead();
        }

        @Override
        public void remove() {
            throw notRead();
        }
    }
}
