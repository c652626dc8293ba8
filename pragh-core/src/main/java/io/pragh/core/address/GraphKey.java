package io.pragh.core.address;

import io.pragh.core.base.PraghException;

/**
 * The 64-bit name of a value; it never changes and never moves.
 *
 * <pre>
 *   63    60  59          58      43 42          0
 *   | kind  | direction | label    | vertex id   |
 * </pre>
 *
 * <p>Kind 0 is reserved, so that the word 0 is no key and a bucket may use words of kind 0 for its own marks.
 * Stateless.
 */
public final class GraphKey {
    /** An adjacency list: the edges of one vertex in one direction under one label. */
    public static final int KIND_ADJACENCY = 1;
    /** A further chunk of a long adjacency list; its id is minted in the list's home. */
    public static final int KIND_CHUNK = 2;
    /** A vertex: label, identifier, properties. */
    public static final int KIND_VERTEX = 3;
    /**
     * An edge that has properties or an identifier given by the application. Its number is minted in the home of its
     * source vertex.
     */
    public static final int KIND_EDGE = 4;
    /** An identity: the vertices or edges whose identifiers have one hash. */
    public static final int KIND_IDENTITY = 5;
    /** The catalogue of a graph: names, indexes and variables. */
    public static final int KIND_CATALOGUE = 6;
    /** A counter: the number of ids given out for a partition. */
    public static final int KIND_COUNTER = 7;
    /** A list of the vertices or edges that have property values with one hash. */
    public static final int KIND_INDEX = 8;
    /**
     * A roll: a key without a value, which stands for a set of keys. The label is the roll's number; the layer that
     * uses the roll defines its members. See {@link RollWord}.
     */
    public static final int KIND_ROLL = 9;
    /** A value whose meaning only the application knows. */
    public static final int KIND_PLAIN = 15;

    /** Edges that leave the vertex. */
    public static final int OUT = 0;
    /** Edges that arrive at the vertex. */
    public static final int IN = 1;

    /** The largest vertex id: 43 bits. */
    public static final long VID_MAX = Mix.MASK;
    /** The largest label: 16 bits. */
    public static final int LABEL_MAX = 0xFFFF;

    /** Bits of direction and label together. */
    public static final int LIST_BITS = 17;

    private static final int KIND_SHIFT = 60;
    private static final int DIRECTION_SHIFT = 59;
    private static final int LABEL_SHIFT = 43;

    private GraphKey() {}

    /** A key from its parts; throws {@link PraghException} when one is out of range. */
    public static long of(int kind, int direction, int label, long vid) {
        if (kind < 1 || kind > 15 || (direction & ~1) != 0 || (label & ~LABEL_MAX) != 0 || (vid & ~VID_MAX) != 0) {
            throw new PraghException("a part of the key is out of range (kind 1..15, direction 0..1, label 0..65535, "
                    + "vertex id 0..2^43-1): kind=" + kind + " direction=" + direction + " label=" + label + " vid="
                    + vid);
        }
        return (long) kind << KIND_SHIFT | (long) direction << DIRECTION_SHIFT | (long) label << LABEL_SHIFT | vid;
    }

    /** The key of the same kind, direction and label for another vertex. */
    public static long withVid(long key, long vid) {
        return key & ~VID_MAX | vid;
    }

    /** Kind, 1 to 15; 0 for a word that is no key. */
    public static int kind(long key) {
        return (int) (key >>> KIND_SHIFT);
    }

    /** {@link #OUT} or {@link #IN}. */
    public static int direction(long key) {
        return (int) (key >>> DIRECTION_SHIFT) & 1;
    }

    /** Label, 0 to 65,535. */
    public static int label(long key) {
        return (int) (key >>> LABEL_SHIFT) & LABEL_MAX;
    }

    /** Vertex id, 0 to 2^43-1. */
    public static long vid(long key) {
        return key & VID_MAX;
    }

    /** A key as text for error messages: {@code kind/direction/label/vid}. */
    public static String show(long key) {
        return kind(key) + "/" + (direction(key) == OUT ? "out" : "in") + "/" + label(key) + "/" + vid(key);
    }
}
