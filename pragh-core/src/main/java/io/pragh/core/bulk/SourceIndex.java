package io.pragh.core.bulk;

/** Numbers the source vertices of a set of edges from 0 without gaps in the numbers. Thread rule: one thread. */
interface SourceIndex {

    /** What {@link #find} answers for a vertex that is no source. */
    int ABSENT = -1;

    /** The vertex's number, or {@link #ABSENT}. */
    int find(long vertex);

    /** The vertex of a number below {@link #size}. */
    long vertex(int index);

    /** How many numbers are in use. */
    int size();
}
