package io.pragh.benchmarks.fof;

/** What a second of a run is for. */
public enum Phase {
    /** The JVM compiles, caches fill, values move; does not count. */
    WARM_UP("warm-up"),
    /** Measured while nothing moves yet. */
    BEFORE("before"),
    /** Migration has been switched on and goes on. */
    MIGRATING("migrating"),
    /** Measured. */
    MEASURED("measured");

    private final String title;

    Phase(String title) {
        this.title = title;
    }

    /** Its name for people. */
    @Override
    public String toString() {
        return title;
    }
}
