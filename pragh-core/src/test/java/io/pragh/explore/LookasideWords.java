package io.pragh.explore;

/** A reader's lookaside entry for a key whose value lies in its own memory. One thread. */
final class LookasideWords {
    private static final int UNKNOWN = -1;

    private final long[] entries;
    private final long key;
    private int at = UNKNOWN;

    /** The entry for a key of the reader {@code store}, a {@code VersionReader}. */
    LookasideWords(Object store, long key) {
        this.entries = (long[]) Lens.peek(Lens.peek(Lens.peek(store, "found"), "lookaside"), "entries");
        this.key = key;
    }

    /** Finds the entry, after the first step that creates one. */
    void look() {
        for (int i = 0; at == UNKNOWN && i < entries.length; i += 2) {
            at = entries[i] == key ? i : UNKNOWN;
        }
    }

    void reset() {
        if (at != UNKNOWN) {
            entries[at] = 0;
            entries[at + 1] = 0;
        }
    }

    void addTo(Fingerprint fingerprint) {
        fingerprint.add(at == UNKNOWN ? 0 : entries[at + 1]);
    }
}
