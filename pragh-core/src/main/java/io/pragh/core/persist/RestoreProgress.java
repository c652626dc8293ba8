package io.pragh.core.persist;

import io.pragh.core.durable.DataPlace;

/**
 * Receives the progress of restoring a graph; for a standby also when it begins to wait, and which folder it takes
 * over. One thread.
 */
@FunctionalInterface
public interface RestoreProgress {
    /** Ignores all progress. */
    RestoreProgress NONE = (what, done, total) -> {};

    /**
     * Reports progress at intervals.
     *
     * @param what the present activity, for people
     * @param done bytes of the data folder that were restored
     * @param total all bytes of it
     */
    void restored(String what, long done, long total);

    /**
     * The process is a standby now: it has reached its cluster, and waits for the loss of a node. Called again when
     * it could not take a lost node's place.
     */
    default void standsBy() {}

    /** A node was lost, and this process has its folder now: restoring begins. */
    default void takesOver(DataPlace folder) {}
}
