package io.pragh.tinkerpop.process.step;

/** A step that a query may begin with, and that knows what its steps ask for again and again. One thread. */
public interface Timed {
    /** The time of the execution that the step is in. */
    QueryTime time();

    /** Whether {@link BatchSize#isWatched} is so for the traversal that the step is in; found out once. */
    boolean isWatched();
}
