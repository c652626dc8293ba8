package io.pragh.tinkerpop.load;

import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.tinkerpop.structure.StoreGraph;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Copies a graph of this process into another one that is empty and may have another number of partitions: vertices,
 * edges and properties with their identifiers, indexes, variables. Values are copied in their stored form, so no
 * class of an application is needed. Memory: that of a load in bulk, docs/benchmark.md. One thread.
 */
// The default identifier of an edge is made of the numbers of its vertices and its label. The copy gives it the same
// one if these numbers are the same and the edge is alone again; any other edge gets its former default as an
// explicit identifier (CopiedEdges).
public final class GraphCopy {
    private final PropertyGraph from;
    private final StoreGraph into;
    private final LoadWatch watch;
    private final CopyLosses losses;
    private final boolean lossy;

    /** Number of elements copied. */
    public record Copied(long vertices, long edges) {}

    private GraphCopy(PropertyGraph from, StoreGraph into, LoadWatch watch, CopyLosses losses, boolean lossy) {
        this.from = from;
        this.into = into;
        this.watch = watch;
        this.losses = losses;
        this.lossy = lossy;
    }

    /**
     * Copies everything.
     *
     * @throws PraghException when the graph is incomplete, the other one is not empty, or it does not fit into
     *     memory; the copy must be discarded then
     */
    public static Copied copy(StoreGraph from, StoreGraph into, LoadWatch watch) {
        return new GraphCopy(from.store().properties(), into, watch, CopyLosses.NONE, false).run();
    }

    /**
     * Copies the remaining elements of a graph that has lost values.
     *
     * @param losses receives the elements that cannot be copied
     */
    public static Copied salvage(StoreGraph from, StoreGraph into, LoadWatch watch, CopyLosses losses) {
        return new GraphCopy(from.store().properties(), into, watch, losses, true).run();
    }

    private Copied run() {
        PropertyGraph target = into.store().properties();
        for (ElementKind kind : ElementKind.values()) {
            from.indexes(kind).forEach(key -> target.createIndex(kind, key));
        }
        try (GraphTransaction read = from.begin(TransactionOptions.DEFAULT.reading())) {
            EdgeSource source = lossy ? new SalvagedEdges(from, read, losses) : EdgeSource.of(from, read);
            CopiedEdges edges = new CopiedEdges(from, read, source, losses);
            EdgeLabelOrder.copy(read, from, target, edges.survey());
            copyVariables(read, target);
            BulkLoad load = into.bulkLoad();
            if (load == null) {
                throw new PraghException("a graph is copied into an empty one only");
            }
            try (load) {
                for (int partition = 0; partition < from.partitions(); partition++) {
                    vertices(read, partition, load);
                }
                edges.copy(load);
                BulkLoad.Stored all = load.gathered();
                watch.gathered(all.vertices() + all.edges());
                load.write(watch::stored);
                return new Copied(all.vertices(), all.edges());
            }
        }
    }

    private static void copyVariables(GraphTransaction read, PropertyGraph target) {
        Map<String, Object> variables = new HashMap<>(read.variables());
        if (!variables.isEmpty()) {
            try (GraphTransaction transaction = target.begin(TransactionOptions.DEFAULT)) {
                variables.forEach(transaction::variable);
                transaction.commit();
            }
        }
    }

    private void vertices(GraphTransaction read, int partition, BulkLoad load) {
        for (Iterator<VertexRecord> all = read.scanVertices(partition); all.hasNext(); ) {
            VertexRecord vertex = all.next();
            try {
                vertex.id();
                vertex.label();
                vertex.properties();
            } catch (PraghException unreadable) {
                losses.lost("a vertex cannot be read: number=" + vertex.vid() + " because " + unreadable.getMessage());
                continue;
            }
            vertex(vertex, load);
        }
    }

    private static void vertex(VertexRecord vertex, BulkLoad load) {
        load.vertex(vertex.id(), vertex.label());
        long ordinal = 0;
        boolean keepsNumber = isNumbered(vertex);
        for (VertexPropertyRecord property : vertex.properties()) {
            // the default identifier is made of vertex and number, which the copy counts from 0 on
            if (keepsNumber && property.idOf(vertex.vid()) == null && property.number() == ordinal) {
                load.property(property.key(), property.value());
            } else {
                load.property(property.key(), property.value(), property.id());
            }
            property.properties().forEach(load::ownProperty);
            ordinal++;
        }
    }

    /** Whether a vertex's identifier is its number, and so is the same in any graph. */
    static boolean isNumbered(VertexRecord vertex) {
        if (vertex.isCalledByNumber()) {
            return true;
        }
        Object id = vertex.id();
        boolean integral = id instanceof Integer || id instanceof Short || id instanceof Byte;
        return integral && ((Number) id).longValue() == vertex.vid();
    }

    /** A hash of an edge's vertices and label, with rare collisions. */
    static long between(EdgeRef edge) {
        long mixed = (edge.out() * 0x9E37_79B9_7F4A_7C15L ^ edge.in()) * 0xBF58_476D_1CE4_E5B9L;
        return (mixed ^ mixed >>> 29 ^ edge.label()) * 0x94D0_49BB_1331_11EBL;
    }
}
