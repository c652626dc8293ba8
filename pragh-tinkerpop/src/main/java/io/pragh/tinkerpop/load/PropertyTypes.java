package io.pragh.tinkerpop.load;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * The property keys of a graph with the type that a format gives each: for formats that declare types before the
 * first value. A key with values of several types has none. Immutable once made.
 */
final class PropertyTypes {
    private static final String SEVERAL = "";

    private final Map<String, String> ofVertices = new TreeMap<>();
    private final Map<String, String> ofEdges = new TreeMap<>();
    private final IdKinds vertexIds = new IdKinds();
    private final IdKinds edgeIds = new IdKinds();

    /** Whether identifiers are texts, and whether some are not. */
    private static final class IdKinds {
        private boolean text;
        private boolean other;

        void note(Object id) {
            text |= id instanceof String;
            other |= !(id instanceof String);
        }
    }

    /**
     * Surveys all vertices and their edges.
     *
     * @param type the format's name for the type of a value, or null if it has no such type
     */
    static PropertyTypes survey(GraphSource source, Function<Object, @Nullable String> type) {
        PropertyTypes types = new PropertyTypes();
        for (Iterator<Vertex> stars = source.stars(); stars.hasNext(); ) {
            Vertex star = stars.next();
            types.vertexIds.note(star.id());
            star.properties().forEachRemaining(property -> note(types.ofVertices, property, type));
            star.edges(Direction.OUT).forEachRemaining(edge -> {
                types.edgeIds.note(edge.id());
                edge.properties().forEachRemaining(property -> note(types.ofEdges, property, type));
            });
        }
        types.ofVertices.values().removeIf(SEVERAL::equals);
        types.ofEdges.values().removeIf(SEVERAL::equals);
        return types;
    }

    private static void note(Map<String, String> types, Property<?> property, Function<Object, @Nullable String> type) {
        String found = type.apply(property.value());
        if (found != null) {
            types.merge(property.key(), found, (one, other) -> one.equals(other) ? one : SEVERAL);
        }
    }

    /** Whether some vertices have a text as their identifier, and others have not. */
    boolean mixesIds() {
        return vertexIds.text && vertexIds.other;
    }

    /** Whether some edges have a text as their identifier, and others have not. */
    boolean mixesEdgeIds() {
        return edgeIds.text && edgeIds.other;
    }

    /** Keys in alphabetical order, each with its type. */
    Map<String, String> ofVertices() {
        return ofVertices;
    }

    /** Keys in alphabetical order, each with its type. */
    Map<String, String> ofEdges() {
        return ofEdges;
    }
}
