package io.pragh.core.durable;

/** Hears how far a backup is copied, checked or restored. One thread. */
@FunctionalInterface
public interface BackupProgress {
    /** Nobody hears it. */
    BackupProgress NONE = (what, done, total) -> {};

    /**
     * So much is done, now and then.
     *
     * @param what what is under way, for people
     * @param done bytes that are done
     * @param total all of them
     */
    void copied(String what, long done, long total);
}
