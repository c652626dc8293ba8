package io.pragh.core.bulk;

/** Receives the progress of a long job. Thread rule: called on the thread that does the work. */
@FunctionalInterface
public interface Progress {

    /** Ignores the progress. */
    Progress NONE = workDone -> {};

    /**
     * Reports the work done since the previous call (not in total), in the unit of {@link EdgeSource#workTotal}. Must
     * be cheap: it is called every few thousand edges.
     */
    void advance(long workDone);
}
