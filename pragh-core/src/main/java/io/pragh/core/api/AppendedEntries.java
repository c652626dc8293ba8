package io.pragh.core.api;

/** Entries that wait behind a body, two words each, until the value is written anew. */
public interface AppendedEntries {
    /** How many there are. */
    int count();

    /** First word of an entry. */
    long first(int entry);

    /** Second word of an entry. */
    long second(int entry);
}
