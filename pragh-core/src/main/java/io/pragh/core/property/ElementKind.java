package io.pragh.core.property;

/** The kinds of element that can have an identifier, properties, and indexes on them. */
public enum ElementKind {
    /** Vertices. */
    VERTEX,
    /** Edges. */
    EDGE
}
