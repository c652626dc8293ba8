package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;

/** The features of a {@link ComputedGraph}: it holds values of any type, and is read-only. Immutable. */
final class ComputedFeatures implements Graph.Features {
    static final ComputedFeatures INSTANCE = new ComputedFeatures();

    private static final GraphFeatures GRAPH = new ReadGraph();
    private static final VertexFeatures VERTEX = new ReadVertices();
    private static final EdgeFeatures EDGE = new ReadEdges();

    /** The exception for an attempt to change a property. */
    static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("the result of a computation cannot be changed; copy it into a graph");
    }

    /** The properties with one of some keys, or all without keys. */
    @SuppressWarnings("unchecked")
    static <V> Iterator<Property<V>> named(List<Property<?>> properties, String... keys) {
        List<Property<V>> found = new ArrayList<>(properties.size());
        for (Property<?> property : properties) {
            if (ElementHelper.keyExists(property.key(), keys)) {
                found.add((Property<V>) property);
            }
        }
        return found.iterator();
    }

    @Override
    public GraphFeatures graph() {
        return GRAPH;
    }

    @Override
    public VertexFeatures vertex() {
        return VERTEX;
    }

    @Override
    public EdgeFeatures edge() {
        return EDGE;
    }

    @Override
    public String toString() {
        return StringFactory.featureString(this);
    }

    private static final class ReadGraph implements GraphFeatures {
        private static final VariableFeatures NONE = new NoVariables();

        @Override
        public boolean supportsPersistence() {
            return false;
        }

        @Override
        public boolean supportsTransactions() {
            return false;
        }

        @Override
        public boolean supportsThreadedTransactions() {
            return false;
        }

        @Override
        public boolean supportsIoRead() {
            return false;
        }

        @Override
        public VariableFeatures variables() {
            return NONE;
        }
    }

    private static final class NoVariables implements VariableFeatures {
        @Override
        public boolean supportsVariables() {
            return false;
        }
    }

    private static final class ReadVertices implements VertexFeatures {
        @Override
        public VertexProperty.Cardinality getCardinality(String key) {
            return VertexProperty.Cardinality.single;
        }

        @Override
        public boolean supportsAddVertices() {
            return false;
        }

        @Override
        public boolean supportsRemoveVertices() {
            return false;
        }

        @Override
        public boolean supportsAddProperty() {
            return false;
        }

        @Override
        public boolean supportsRemoveProperty() {
            return false;
        }
    }

    private static final class ReadEdges implements EdgeFeatures {
        @Override
        public boolean supportsAddEdges() {
            return false;
        }

        @Override
        public boolean supportsRemoveEdges() {
            return false;
        }

        @Override
        public boolean supportsAddProperty() {
            return false;
        }

        @Override
        public boolean supportsRemoveProperty() {
            return false;
        }
    }
}
