package io.pragh.history;

/** The reason why one transaction comes before another. */
enum Dependency {
    /** The first wrote the version before the other's. */
    WRITE_WRITE(1, "ww"),
    /** The other read a write of the first. */
    WRITE_READ(2, "wr"),
    /** The first read a version that the other's write follows (anti-dependency). */
    READ_WRITE(4, "rw"),
    /** The same process ran both, one after the other. */
    SESSION(8, "session"),
    /** The first had ended when the other began. */
    REAL_TIME(16, "real time"),
    /** From a joint of many edges to a transaction: the second half of the edge that leads to the joint. */
    ONWARD(32, "onward");

    /** Sets of dependencies are sums of these bits. */
    final int bit;

    private final String words;

    Dependency(int bit, String words) {
        this.bit = bit;
        this.words = words;
    }

    boolean in(int set) {
        return (set & bit) != 0;
    }

    @Override
    public String toString() {
        return words;
    }
}
