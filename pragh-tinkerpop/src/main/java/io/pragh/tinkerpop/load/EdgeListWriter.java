package io.pragh.tinkerpop.load;

import java.io.IOException;
import java.io.Writer;
import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** Writes a list of edges for {@link EdgeListReader}: identifiers, and the weight where there is one. One thread. */
final class EdgeListWriter {
    private final Writer out;
    private final LoadOptions options;
    private final Losses losses;
    private final String separator;

    EdgeListWriter(Writer out, LoadOptions options, Losses losses) {
        this.out = out;
        this.options = options;
        this.losses = losses;
        this.separator = options.delimiter() == null ? " " : options.delimiter().toString();
    }

    void add(Vertex star) throws IOException {
        String where = "vertex=" + star.id();
        star.properties()
                .forEachRemaining(property -> losses.lose("a list of edges has no properties of vertices", where));
        if (!star.label().equals(EdgeListReader.VERTEX_LABEL)) {
            losses.lose("a list of edges has no labels of vertices", where + " label=" + star.label());
        }
        if (!star.edges(Direction.BOTH).hasNext()) {
            losses.lose("a list of edges has no vertices without edges", where);
        }
        for (Iterator<Edge> edges = star.edges(Direction.OUT); edges.hasNext(); ) {
            add(edges.next());
        }
    }

    private void add(Edge edge) throws IOException {
        String where = "edge=" + edge.id();
        if (!edge.label().equals(options.edgeLabel())) {
            losses.lose("a list of edges has one label, that of --edge-label", where + " label=" + edge.label());
        }
        String line = id(edge.outVertex()) + separator + id(edge.inVertex());
        for (Iterator<Property<Object>> found = edge.properties(); found.hasNext(); ) {
            Property<Object> property = found.next();
            if (property.key().equals(options.weightKey()) && property.value() instanceof Number weight) {
                if (!(weight instanceof Double)) {
                    losses.lose("a list of edges has no weights but doubles", where + " value=" + weight);
                }
                line += separator + weight.doubleValue();
            } else {
                losses.lose("a list of edges has no property but a weight", where + " key=" + property.key());
            }
        }
        out.append(line).append('\n');
    }

    /**
     * The text that is read back as the same identifier; fails if there is none, since an identifier cannot be left
     * out.
     */
    private String id(Vertex vertex) {
        String text = String.valueOf(vertex.id());
        boolean breaks =
                !text.equals(text.strip()) || text.startsWith("#") || text.startsWith("%") || !Utf8.represents(text);
        boolean splits = options.delimiter() == null
                ? text.chars().anyMatch(c -> c == ' ' || c == '\t' || c == ',')
                : text.contains(separator);
        if (text.isEmpty() || breaks || splits || text.lines().count() > 1 || !readsBack(vertex.id(), text)) {
            throw new MalformedLine("an identifier would not be read back as it is: id=" + text + " type="
                    + vertex.id().getClass().getSimpleName()
                    + "; write GraphSON or Gryo, or choose another --delimiter");
        }
        return text;
    }

    /** Integral types are all one; a text that looks like a number would become one. */
    static boolean readsBack(Object id, String text) {
        Object read = EdgeListReader.id(text);
        return read.equals(id)
                || read instanceof Long && (id instanceof Integer || id instanceof Short || id instanceof Byte);
    }
}
