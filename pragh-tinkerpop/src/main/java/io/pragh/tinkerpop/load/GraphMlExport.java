package io.pragh.tinkerpop.load;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;

/**
 * Writes GraphML in bounded memory: the keys, then all vertices, then all edges, each in a pass over the graph. One
 * thread.
 */
// TinkerPop's own writer drops all but one of several values, and writes values of types that GraphML does not have
// by their toString().
final class GraphMlExport {
    private static final String NAMESPACE = "http://graphml.graphdrawing.org/xmlns";
    private static final Map<Class<?>, String> TYPES = Map.of(
            Boolean.class, "boolean",
            Integer.class, "int",
            Long.class, "long",
            Float.class, "float",
            Double.class, "double",
            String.class, "string");

    private static final List<Function<String, Object>> READINGS =
            List.of(Long::valueOf, Double::valueOf, Float::valueOf, UUID::fromString);

    private final GraphSource source;
    private final XMLStreamWriter xml;
    private final Losses losses;
    private final LongConsumer written;

    GraphMlExport(GraphSource source, OutputStream out, Losses losses, LongConsumer written) throws XMLStreamException {
        this.source = source;
        this.xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
        this.losses = losses;
        this.written = written;
    }

    void write() throws XMLStreamException {
        PropertyTypes types = PropertyTypes.survey(source, GraphMlExport::type);
        xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
        xml.writeStartElement("graphml");
        xml.writeDefaultNamespace(NAMESPACE);
        key("labelV", "node", "labelV", "string");
        key("labelE", "edge", "labelE", "string");
        for (Map.Entry<String, String> key : types.ofVertices().entrySet()) {
            key("v:" + key.getKey(), "node", key.getKey(), key.getValue());
        }
        for (Map.Entry<String, String> key : types.ofEdges().entrySet()) {
            key("e:" + key.getKey(), "edge", key.getKey(), key.getValue());
        }
        xml.writeStartElement("graph");
        xml.writeAttribute("id", "G");
        xml.writeAttribute("edgedefault", "directed");
        for (Iterator<Vertex> stars = source.stars(); stars.hasNext(); ) {
            Vertex star = stars.next();
            if (types.mixesIds()) {
                checkAlone(star.id(), "vertices", source::hasVertex);
            }
            node(star, types.ofVertices());
            written.accept(1);
        }
        for (Iterator<Vertex> stars = source.stars(); stars.hasNext(); ) {
            for (Iterator<Edge> edges = stars.next().edges(Direction.OUT); edges.hasNext(); ) {
                Edge edge = edges.next();
                if (types.mixesEdgeIds()) {
                    checkAlone(edge.id(), "edges", source::hasEdge);
                }
                edge(edge, types.ofEdges());
                written.accept(1);
            }
        }
        xml.writeEndDocument();
        xml.flush();
    }

    /** Refuses an identifier that has the same text as another one of another type. */
    // Numbers and UUIDs are sought by the texts that could be theirs, which are few in most graphs.
    private static void checkAlone(Object id, String elements, Predicate<Object> isThere) {
        String text = String.valueOf(id);
        List<Object> same = id instanceof String
                ? readings(text)
                : id instanceof Number || id instanceof UUID ? List.of() : List.of(text);
        for (Object other : same) {
            if (isThere.test(other)) {
                throw new MalformedLine(
                        "GraphML has identifiers as text, and two " + elements + " have the same: id=" + text
                                + " types=" + id.getClass().getSimpleName() + ", "
                                + other.getClass().getSimpleName() + "; write GraphSON or Gryo");
            }
        }
    }

    /** The numbers and the UUID whose text this is. */
    private static List<Object> readings(String text) {
        List<Object> found = new ArrayList<>();
        for (Function<String, Object> reading : READINGS) {
            Object read = read(text, reading);
            if (read != null && read.toString().equals(text)) {
                found.add(read);
            }
        }
        return found;
    }

    private static @Nullable Object read(String text, Function<String, Object> reading) {
        try {
            return reading.apply(text);
        } catch (IllegalArgumentException another) { // it is the text of something else
            return null;
        }
    }

    private void key(String id, String element, String name, String type) throws XMLStreamException {
        xml.writeCharacters("\n");
        xml.writeEmptyElement("key");
        xml.writeAttribute("id", attribute(id));
        xml.writeAttribute("for", element);
        xml.writeAttribute("attr.name", attribute(name));
        xml.writeAttribute("attr.type", type);
    }

    private void node(Vertex vertex, Map<String, String> types) throws XMLStreamException {
        begin("node", vertex);
        data("labelV", vertex.label());
        String before = "";
        for (Iterator<VertexProperty<Object>> found = vertex.properties(); found.hasNext(); ) {
            VertexProperty<Object> property = found.next();
            String where = "vertex=" + vertex.id() + " key=" + property.key();
            property.properties()
                    .forEachRemaining(own -> losses.lose("GraphML has no properties of properties", where));
            if (property.key().equals(before)) {
                losses.lose("GraphML has one value for a key", where);
            } else {
                value("v:", property, types, where);
            }
            before = property.key();
        }
        xml.writeEndElement();
    }

    private void edge(Edge edge, Map<String, String> types) throws XMLStreamException {
        begin("edge", edge);
        xml.writeAttribute("source", id(edge.outVertex()));
        xml.writeAttribute("target", id(edge.inVertex()));
        data("labelE", edge.label());
        for (Iterator<Property<Object>> found = edge.properties(); found.hasNext(); ) {
            Property<Object> property = found.next();
            value("e:", property, types, "edge=" + edge.id() + " key=" + property.key());
        }
        xml.writeEndElement();
    }

    private void begin(String name, Element element) throws XMLStreamException {
        xml.writeCharacters("\n");
        xml.writeStartElement(name);
        xml.writeAttribute("id", id(element));
    }

    private void value(String prefix, Property<?> property, Map<String, String> types, String where)
            throws XMLStreamException {
        Object value = property.value();
        String type = types.get(property.key());
        if (value == null || type == null || !type.equals(type(value))) {
            losses.lose(
                    "GraphML has one type for a key: boolean, int, long, float, double or string",
                    where + " type="
                            + (value == null ? "null" : value.getClass().getSimpleName()));
            return;
        }
        if (firstNotXml(value.toString()) >= 0) {
            losses.lose("XML has no control characters and no halves of characters", where);
            return;
        }
        data(prefix + property.key(), value.toString());
    }

    private void data(String key, String value) throws XMLStreamException {
        xml.writeStartElement("data");
        xml.writeAttribute("key", attribute(key));
        xml.writeCharacters(text(value));
        xml.writeEndElement();
    }

    private static @Nullable String type(@Nullable Object value) {
        return value == null ? null : TYPES.get(value.getClass());
    }

    private static String id(Element element) {
        return attribute(String.valueOf(element.id()));
    }

    /** A parser makes blanks of an attribute's tabs and line feeds: two identifiers would become one. */
    private static String attribute(String text) {
        if (text.indexOf('\t') >= 0 || text.indexOf('\n') >= 0) {
            throw new MalformedLine("XML has no tabs and no line feeds in identifiers and keys: text=" + text.strip()
                    + "; write GraphSON or Gryo");
        }
        return text(text);
    }

    private static String text(String text) {
        int none = firstNotXml(text);
        if (none >= 0) {
            throw new MalformedLine("XML has no such character: code=" + text.codePointAt(none) + " text="
                    + text.strip() + "; write GraphSON or Gryo");
        }
        return text;
    }

    /**
     * The index of the first character that XML 1.0 does not have, or -1. Of the three characters below the blank
     * that it has, a parser changes one; it has no half of a pair.
     */
    private static int firstNotXml(String text) {
        int next;
        for (int i = 0; i < text.length(); i = next) {
            int c = text.codePointAt(i);
            next = i + Character.charCount(c);
            boolean isControl = c < ' ' && c != '\t' && c != '\n';
            boolean isHalf = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            if (isControl || isHalf || c == '\ufffe' || c == '\uffff') {
                return i;
            }
        }
        return -1;
    }
}
