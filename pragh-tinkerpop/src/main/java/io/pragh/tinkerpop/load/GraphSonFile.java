package io.pragh.tinkerpop.load;

import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONMapper;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONVersion;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONXModuleV3;
import org.jspecify.annotations.Nullable;

/** Files of GraphSON. Stateless. */
final class GraphSonFile {
    private GraphSonFile() {}

    /**
     * Version 3 with the extended types: decimals, small integers, times. It reads the other versions, too: version 1
     * differs only by omitting the types of numbers.
     */
    static GraphSONMapper mapper() {
        return GraphSONMapper.build()
                .version(GraphSONVersion.V3_0)
                .addCustomModule(GraphSONXModuleV3.build())
                .create();
    }

    /**
     * Ends the export if a vertex or one of its edges has a value that would not be read back.
     *
     * @throws MalformedLine if one has
     */
    static void check(Vertex star) {
        check("vertex=", star);
        for (Iterator<VertexProperty<Object>> found = star.properties(); found.hasNext(); ) {
            VertexProperty<Object> property = found.next();
            String where = "vertex=" + star.id() + " key=" + property.key();
            check(where, property.value());
            property.properties().forEachRemaining(own -> check(where + " key=" + own.key(), own.value()));
        }
        for (Iterator<Edge> edges = star.edges(Direction.OUT); edges.hasNext(); ) {
            Edge edge = edges.next();
            check("edge=", edge);
            for (Iterator<Property<Object>> found = edge.properties(); found.hasNext(); ) {
                Property<Object> property = found.next();
                check("edge=" + edge.id() + " key=" + property.key(), property.value());
            }
        }
    }

    private static void check(String what, Element element) {
        check(what + element.id(), element.id());
    }

    private static void check(String where, @Nullable Object value) {
        if (value == null || NestedArrays.areIn(value)) {
            throw new MalformedLine("GraphSON has no null and no arrays: " + where + " type="
                    + (value == null ? "null" : value.getClass().getSimpleName()) + "; write Gryo");
        }
    }
}
