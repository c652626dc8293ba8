package io.pragh.tinkerpop.structure;

import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;

/**
 * The features of the graph: all of Gremlin's except upserts by identifier, and persistence without a data folder.
 * Immutable.
 */
public final class PraghFeatures implements Graph.Features {
    private final boolean nulls;
    private final VertexProperty.Cardinality cardinality;
    private final StoredValues values;
    private final boolean kept;

    /**
     * The features of a graph.
     *
     * @param nulls whether null is a value
     * @param cardinality of a property that is set without one
     * @param values knows which values can be stored
     * @param kept whether it has a data folder
     */
    public PraghFeatures(boolean nulls, VertexProperty.Cardinality cardinality, StoredValues values, boolean kept) {
        this.nulls = nulls;
        this.cardinality = cardinality;
        this.values = values;
        this.kept = kept;
    }

    @Override
    public GraphFeatures graph() {
        return new OfGraph();
    }

    @Override
    public VertexFeatures vertex() {
        return new OfVertices();
    }

    @Override
    public EdgeFeatures edge() {
        return new OfEdges();
    }

    @Override
    public String toString() {
        return StringFactory.featureString(this);
    }

    private final class OfGraph implements GraphFeatures {
        @Override
        public boolean supportsPersistence() {
            return kept;
        }

        @Override
        public boolean supportsServiceCall() {
            return true;
        }
    }

    private final class OfVertices implements VertexFeatures {
        @Override
        public boolean supportsNullPropertyValues() {
            return nulls;
        }

        @Override
        public VertexProperty.Cardinality getCardinality(String key) {
            return cardinality;
        }

        @Override
        public boolean supportsCustomIds() {
            return false;
        }

        @Override
        public boolean willAllowId(Object id) {
            return values.storedId(id) != null;
        }

        @Override
        public VertexPropertyFeatures properties() {
            return new OfVertexProperties();
        }
    }

    private final class OfVertexProperties implements VertexPropertyFeatures {
        @Override
        public boolean supportsNullPropertyValues() {
            return nulls;
        }

        @Override
        public boolean supportsCustomIds() {
            return false;
        }

        @Override
        public boolean willAllowId(Object id) {
            return values.storedId(id) != null;
        }
    }

    private final class OfEdges implements EdgeFeatures {
        @Override
        public boolean supportsNullPropertyValues() {
            return nulls;
        }

        @Override
        public boolean supportsCustomIds() {
            return false;
        }

        @Override
        public boolean willAllowId(Object id) {
            return values.storedId(id) != null;
        }
    }
}
