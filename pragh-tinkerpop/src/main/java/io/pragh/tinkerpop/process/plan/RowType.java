package io.pragh.tinkerpop.process.plan;

/** What a row stands for. */
enum RowType {
    /** A vertex, by its number. */
    VERTEX,
    /** An edge, as an {@link io.pragh.core.property.EdgeRef}. */
    EDGE,
    /** A {@code Long}, unboxed. */
    NUMBER,
    /** Any object. */
    VALUE
}
