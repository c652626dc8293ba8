package io.pragh.tinkerpop.process.step;

/** A step that may begin a query, and that caches answers which later steps need repeatedly. One thread. */
public interface Timed {
    /** The time limit of the execution. */
    QueryTime time();

    /** Whether {@link BatchSize#isWatched} holds for the step's traversal; evaluated once. */
    boolean isWatched();
}
