package io.pragh.benchmarks.fof;

/** The purpose of a second of a run. */
public enum Phase {
    /** The JVM compiles, caches fill, values move; not counted. */
    WARM_UP("warm-up"),
    /** Measured while nothing moves yet. */
    BEFORE("before"),
    /** Migration has been switched on and is under way. */
    MIGRATING("migrating"),
    /** Measured. */
    MEASURED("measured");

    private final String title;

    Phase(String title) {
        this.title = title;
    }

    /** Its name for users. */
    @Override
    public String toString() {
        return title;
    }
}
