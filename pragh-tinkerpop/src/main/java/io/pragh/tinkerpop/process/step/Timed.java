package io.pragh.tinkerpop.process.step;

/** A step that a query may begin with, and that knows how long it may take. One thread. */
public interface Timed {
    /** The time of the execution that the step is in. */
    QueryTime time();
}
