package io.pragh.core.bulk;

/** Receives adjacency lists one at a time. Thread rule: one thread. */
@FunctionalInterface
public interface ListConsumer {

    /**
     * Receives one vertex with all its out-neighbours: {@code neighbours[from]} up to, not including, {@code
     * neighbours[to]}. The array is reused after the call returns and must not be changed.
     */
    void list(long sourceVertex, long[] neighbours, int from, int to);
}
