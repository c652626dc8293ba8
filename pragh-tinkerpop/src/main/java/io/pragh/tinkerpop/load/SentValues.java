package io.pragh.tinkerpop.load;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** Refuses what a driver would send to a server as something else, or not at all. Stateless. */
// GraphBinary has a time with a zone as one with an offset, and text as UTF-8, in which half a surrogate pair is a
// question mark: two identifiers could become one.
final class SentValues {
    private SentValues() {}

    /** Throws a {@link LoadException} that names the vertex. */
    static void check(Vertex vertex) {
        String where = "vertex=" + vertex.id();
        check(where, vertex);
        vertex.properties().forEachRemaining(property -> {
            String at = where + " key=" + property.key();
            check(at, property.key());
            check(at, property.value());
            property.properties().forEachRemaining(own -> {
                check(at + " key=" + own.key(), own.key());
                check(at + " key=" + own.key(), own.value());
            });
        });
    }

    /** Throws a {@link LoadException} that names the edge. */
    static void check(Edge edge) {
        String where = "edge=" + edge.id();
        check(where, edge.label());
        edge.properties().forEachRemaining(property -> {
            check(where + " key=" + property.key(), property.key());
            check(where + " key=" + property.key(), property.value());
        });
    }

    private static void check(String where, Element element) {
        check(where, element.id());
        check(where, element.label());
    }

    private static void check(String where, @Nullable Object value) {
        if (value != null && !arrives(value)) {
            throw new LoadException(
                    "the server took nothing: its protocol has no arrays, no zones of times but offsets, and no halves"
                            + " of characters: " + where + " type="
                            + value.getClass().getSimpleName()
                            + "; start the server with the files: pragh server --load",
                    null);
        }
    }

    private static boolean arrives(@Nullable Object value) {
        if (value instanceof String text) {
            return Utf8.represents(text);
        }
        if (value instanceof Map<?, ?> map) {
            return arrives(map.keySet()) && arrives(map.values());
        }
        if (value instanceof Collection<?> several) {
            return several.stream().allMatch(SentValues::arrives);
        }
        if (value instanceof ZonedDateTime time) {
            return time.getZone() instanceof ZoneOffset;
        }
        return value == null || !value.getClass().isArray();
    }
}
