package io.pragh.core.property;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.Mix;
import java.util.Arrays;

/** Keys of the values that make up a property graph: docs/property-graph.md. Stateless. */
final class ElementKeys {
    /** Spaces of the catalogue. */
    static final int EDGE_LABELS = 0;

    static final int VERTEX_LABELS = 1;
    static final int PROPERTY_KEYS = 2;
    static final int INDEXES = 3;
    static final int VARIABLES = 4;

    /** The largest label of an edge. */
    static final int LABEL_MAX = GraphKey.LABEL_MAX - 1;

    /** In an edge id: the application has supplied an identifier. */
    static final long NAMED = 1L << 62;

    private static final long HASH_FIRST = 0x9E37_79B9_7F4A_7C15L;
    private static final long HASH_SECOND = 0xC2B2_AE3D_27D4_EB4FL;

    private ElementKeys() {}

    static long vertex(long vid) {
        return GraphKey.of(GraphKey.KIND_VERTEX, 0, 0, vid);
    }

    static long edge(EdgeRef edge) {
        return GraphKey.of(GraphKey.KIND_EDGE, 0, edge.label(), number(edge.eid()));
    }

    static long list(long vid, int label, boolean out) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, out ? GraphKey.OUT : GraphKey.IN, label, vid);
    }

    /** The list that an edge is in at the vertex it leaves. */
    static long outList(EdgeRef edge) {
        return list(edge.out(), edge.label(), true);
    }

    /** The list that an edge is in at the vertex where it arrives. */
    static long inList(EdgeRef edge) {
        return list(edge.in(), edge.label(), false);
    }

    static long identity(ElementKind kind, byte[] identifier) {
        return GraphKey.of(GraphKey.KIND_IDENTITY, direction(kind), 0, hash(identifier));
    }

    /** The copy of a part of the catalogue whose home is a partition. */
    static long catalogue(HomeMap homes, int space, long chunk, int partition) {
        return GraphKey.of(GraphKey.KIND_CATALOGUE, 0, space, homes.mint(partition, chunk));
    }

    static long variables(HomeMap homes) {
        return catalogue(homes, VARIABLES, 0, 0);
    }

    static long counter(ElementKind kind, HomeMap homes, int partition) {
        return GraphKey.of(GraphKey.KIND_COUNTER, direction(kind), 0, homes.mint(partition, 0));
    }

    static long index(ElementKind kind, int number, byte[] value) {
        return GraphKey.of(GraphKey.KIND_INDEX, direction(kind), number, hash(value));
    }

    private static int direction(ElementKind kind) {
        return switch (kind) {
            case VERTEX -> 0;
            case EDGE -> 1;
        };
    }

    /** The number of an edge id, 0 when it has none. */
    static long number(long eid) {
        return eid & GraphKey.VID_MAX;
    }

    static boolean isNamed(long eid) {
        return (eid & NAMED) != 0;
    }

    /** 43 bits that depend on all bytes; the same on every node, in every version. */
    static long hash(byte[] bytes) {
        long hash = bytes.length * HASH_SECOND;
        for (byte next : bytes) {
            hash = (hash ^ next & 0xFF) * HASH_FIRST;
            hash ^= hash >>> 29;
        }
        hash *= HASH_SECOND;
        return (hash ^ hash >>> 32) & Mix.MASK;
    }

    static long[] keys(int count, java.util.function.IntToLongFunction key) {
        long[] keys = new long[count];
        Arrays.setAll(keys, key);
        return keys;
    }
}
