package io.pragh.core.durable;

/** Receives the progress of copying, checking or restoring a backup. One thread. */
@FunctionalInterface
public interface BackupProgress {
    /** Ignores all progress. */
    BackupProgress NONE = (what, done, total) -> {};

    /**
     * Reports progress at intervals.
     *
     * @param what the present activity, for people
     * @param done bytes that are done
     * @param total all bytes
     */
    void copied(String what, long done, long total);
}
