package io.pragh.core.property.element;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.Mix;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import java.util.Arrays;

/** Makes the keys of the values of a property graph (docs/property-graph.md). Stateless. */
public final class ElementKeys {
    /** Space of the catalogue: labels of edges. */
    public static final int EDGE_LABELS = 0;

    /** Space of the catalogue: labels of vertices. */
    public static final int VERTEX_LABELS = 1;
    /** Space of the catalogue: keys of properties. */
    public static final int PROPERTY_KEYS = 2;
    /** Space of the catalogue: indexes. */
    public static final int INDEXES = 3;

    static final int VARIABLES = 4;
    /** Space of the catalogue: the property that the edges of a label carry. */
    public static final int EDGE_COLUMNS = 5;
    /** Space of the catalogue: facts that have become true of the graph. */
    public static final int FACTS = 6;

    /** The largest label of an edge. */
    public static final int LABEL_MAX = GraphKey.LABEL_MAX - 1;

    private static final long HASH_FIRST = 0x9E37_79B9_7F4A_7C15L;
    private static final long HASH_SECOND = 0xC2B2_AE3D_27D4_EB4FL;

    private ElementKeys() {}

    /** Key of a vertex by its number. */
    public static long vertex(long vid) {
        return GraphKey.of(GraphKey.KIND_VERTEX, 0, 0, vid);
    }

    /** Key of an edge's value. */
    public static long edge(EdgeRef edge) {
        return GraphKey.of(GraphKey.KIND_EDGE, 0, edge.label(), number(edge.eid()));
    }

    /** Key of a list of a vertex's edges. */
    public static long list(long vid, int label, boolean out) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, out ? GraphKey.OUT : GraphKey.IN, label, vid);
    }

    /** Key of the list that holds an edge at the vertex it leaves. */
    public static long outList(EdgeRef edge) {
        return list(edge.out(), edge.label(), true);
    }

    /** Key of the list that holds an edge at the vertex where it arrives. */
    public static long inList(EdgeRef edge) {
        return list(edge.in(), edge.label(), false);
    }

    /** Key of the identity that maps an identifier, given by its canonical bytes, to its element. */
    public static long identity(ElementKind kind, byte[] identifier) {
        return GraphKey.of(GraphKey.KIND_IDENTITY, direction(kind), 0, hash(identifier));
    }

    /** Key of the copy of a part of the catalogue whose home is the given partition. */
    public static long catalogue(HomeMap homes, int space, long chunk, int partition) {
        return GraphKey.of(GraphKey.KIND_CATALOGUE, 0, space, homes.mint(partition, chunk));
    }

    /** Key of the graph's variables. */
    public static long variables(HomeMap homes) {
        return catalogue(homes, VARIABLES, 0, 0);
    }

    /** Key of the counter of a partition. */
    public static long counter(ElementKind kind, HomeMap homes, int partition) {
        return GraphKey.of(GraphKey.KIND_COUNTER, direction(kind), 0, homes.mint(partition, 0));
    }

    /** Key of an index's list of elements with a value, given by its canonical bytes. */
    public static long index(ElementKind kind, int number, byte[] value) {
        return GraphKey.of(GraphKey.KIND_INDEX, direction(kind), number, hash(value));
    }

    private static int direction(ElementKind kind) {
        return switch (kind) {
            case VERTEX -> 0;
            case EDGE -> 1;
        };
    }

    /** The number of an edge id, 0 when it has none. */
    public static long number(long eid) {
        return EdgeRef.carries(eid) ? 0 : eid & GraphKey.VID_MAX;
    }

    /** A hash of 43 bits that depends on all bytes; the same on every node, in every version. */
    public static long hash(byte[] bytes) {
        long hash = bytes.length * HASH_SECOND;
        for (byte next : bytes) {
            hash = (hash ^ next & 0xFF) * HASH_FIRST;
            hash ^= hash >>> 29;
        }
        hash *= HASH_SECOND;
        return (hash ^ hash >>> 32) & Mix.MASK;
    }

    /** An array of keys, made by index. */
    public static long[] keys(int count, java.util.function.IntToLongFunction key) {
        long[] keys = new long[count];
        Arrays.setAll(keys, key);
        return keys;
    }
}
