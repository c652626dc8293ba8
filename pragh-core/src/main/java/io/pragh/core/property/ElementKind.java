package io.pragh.core.property;

/** What can have an identifier, properties and an index on them. */
public enum ElementKind {
    /** Vertices. */
    VERTEX,
    /** Edges. */
    EDGE
}
