package io.pragh.core.api;

/** Entries that wait behind a body, two words each, until the value is written anew. */
public interface AppendedEntries {
    /** No entries. */
    AppendedEntries NONE = new AppendedEntries() {
        @Override
        public int count() {
            return 0;
        }

        @Override
        public long first(int entry) {
            throw new IndexOutOfBoundsException(entry);
        }

        @Override
        public long second(int entry) {
            throw new IndexOutOfBoundsException(entry);
        }
    };

    /** How many there are. */
    int count();

    /** First word of an entry. */
    long first(int entry);

    /** Second word of an entry. */
    long second(int entry);

    /** Whether the update that appends an entry is to be refused when the value has one already whose first word is the same. */
    default boolean mustBeNew(int entry) {
        return false;
    }

    /** How many of them, the first ones, are behind the body already. */
    default int kept() {
        return 0;
    }
}
