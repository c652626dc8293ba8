package io.pragh.core.persist;

import io.pragh.core.durable.DataPlace;

/** Hears how far a graph is restored; of a standby also when it begins to wait, and for which folder it ends that. One thread. */
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

    /** The process stands by for nodes that die: it has reached its cluster, and waits. Again when it could not become one of them. */
    default void standsBy() {}

    /** A node was lost, and this process has its folder now: restoring begins. */
    default void takesOver(DataPlace folder) {}
}
