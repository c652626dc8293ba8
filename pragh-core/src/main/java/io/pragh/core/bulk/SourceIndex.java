package io.pragh.core.bulk;

/** Numbers the source vertices of a set of edges from 0 without gaps in the numbers. Thread rule: one thread. */
interface SourceIndex {

    /** The result of {@link #find} for a vertex that is no source. */
    int ABSENT = -1;

    /** The vertex's number, or {@link #ABSENT}. */
    int find(long vertex);

    /** The vertex of a number below {@link #size}. */
    long vertex(int index);

    /** How many numbers are in use. */
    int size();
}
