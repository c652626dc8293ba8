package io.pragh.core.bulk;

/** Receives directed edges one at a time. Thread rule: one thread per stream. */
@FunctionalInterface
public interface EdgeConsumer {

    /** Receives one edge; both ids lie between 0 and {@link EdgeSource#VERTEX_ID_MAX}. */
    void edge(long source, long target);
}
