package io.pragh.tinkerpop.load;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.io.GraphReader;
import org.apache.tinkerpop.gremlin.structure.io.GraphWriter;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONMapper;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONReader;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONTokens;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONVersion;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONWriter;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONXModuleV3;
import org.jspecify.annotations.Nullable;

/** Files of GraphSON. Stateless. */
// TinkerPop's reader and writer of whole files pass each line through the JVM's own charset, which on JDK 17 is ASCII
// where no locale is set, and lose what it does not have; lines go between the file and the mapper as bytes here.
final class GraphSonFile {
    private GraphSonFile() {}

    /**
     * Version 3 with the extended types: decimals, small integers, times. It reads the other versions, too: version 1
     * differs only by omitting the types of numbers.
     */
    private static GraphSONMapper mapper() {
        return GraphSONMapper.build()
                .version(GraphSONVersion.V3_0)
                .addCustomModule(GraphSONXModuleV3.build())
                .create();
    }

    /** The vertices of all lines that are not blank. */
    static StarReader.Stars stars(LineBytes lines) {
        GraphReader reader = GraphSONReader.build().mapper(mapper()).create();
        return (vertices, edges, ofEdges) -> {
            while (lines.next()) {
                if (!isBlank(lines)) {
                    reader.readVertex(
                            new ByteArrayInputStream(lines.bytes(), lines.from(), lines.to() - lines.from()),
                            vertices,
                            edges,
                            ofEdges);
                }
            }
        };
    }

    private static boolean isBlank(LineBytes lines) {
        for (int i = lines.from(); i < lines.to(); i++) {
            if (lines.bytes()[i] != ' ' && lines.bytes()[i] != '\t') {
                return false;
            }
        }
        return true;
    }

    /** Writes a line for each vertex, with the edges of both directions. */
    static void write(OutputStream out, Iterator<Vertex> stars) throws IOException {
        GraphWriter writer = GraphSONWriter.build().mapper(mapper()).create();
        ByteArrayOutputStream line = new ByteArrayOutputStream(); // the mapper closes what it writes to
        while (stars.hasNext()) {
            line.reset();
            writer.writeVertex(line, stars.next(), Direction.BOTH);
            line.write('\n');
            line.writeTo(out);
        }
    }

    /**
     * Ends the export if a vertex or one of its edges has something that would not be read back.
     *
     * @throws MalformedLine if one has
     */
    static void check(Vertex star) {
        check("vertex=" + star.id(), star.id());
        for (Iterator<VertexProperty<Object>> found = star.properties(); found.hasNext(); ) {
            VertexProperty<Object> property = found.next();
            String where = "vertex=" + star.id() + " key=" + property.key();
            check(where, property);
            property.properties().forEachRemaining(own -> check(where + " key=" + own.key(), own));
        }
        for (Iterator<Edge> edges = star.edges(Direction.BOTH); edges.hasNext(); ) {
            Edge edge = edges.next();
            check("edge=" + edge.id(), edge.id());
            checkName("edge=" + edge.id() + " label", edge.label());
            for (Iterator<Property<Object>> found = edge.properties(); found.hasNext(); ) {
                Property<Object> property = found.next();
                check("edge=" + edge.id() + " key=" + property.key(), property);
            }
        }
    }

    private static void check(String where, Property<?> property) {
        checkName(where, property.key());
        check(where, property.value());
    }

    /** Keys and labels of edges are names of fields, and a reader takes an object with this one for a value. */
    private static void checkName(String where, String name) {
        if (name.equals(GraphSONTokens.VALUETYPE)) {
            throw new MalformedLine("GraphSON has types under this name: " + where + " name=" + name + "; write Gryo");
        }
    }

    private static void check(String where, @Nullable Object value) {
        if (value == null || NestedArrays.areIn(value)) {
            throw new MalformedLine("GraphSON has no null and no arrays: " + where + " type="
                    + (value == null ? "null" : value.getClass().getSimpleName()) + "; write Gryo");
        }
    }
}
