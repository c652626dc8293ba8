package io.pragh.core.api;

/** Entries behind a body, two words each, which are not part of the body until the value is written anew. */
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

    /** Number of entries. */
    int count();

    /** First word of an entry. */
    long first(int entry);

    /** Second word of an entry. */
    long second(int entry);

    /**
     * Whether the update that appends an entry is refused when the value has an entry with the same first word
     * already.
     */
    default boolean mustBeNew(int entry) {
        return false;
    }

    /** Number of the first entries that are behind the body already. */
    default int kept() {
        return 0;
    }
}
