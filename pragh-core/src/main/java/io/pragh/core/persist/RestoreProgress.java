package io.pragh.core.persist;

/** Hears how far a graph is restored. One thread. */
@FunctionalInterface
public interface RestoreProgress {
    /** Nobody hears it. */
    RestoreProgress NONE = (what, done, total) -> {};

    /**
     * So much is done, now and then.
     *
     * @param what what is under way, for people
     * @param done bytes of the data folder that were taken in
     * @param total all of them
     */
    void restored(String what, long done, long total);
}
