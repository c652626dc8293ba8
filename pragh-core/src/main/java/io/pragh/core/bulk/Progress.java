package io.pragh.core.bulk;

/** Hears how a long job gets on. Thread rule: called on the thread that does the work. */
@FunctionalInterface
public interface Progress {

    /** Takes no notice. */
    Progress NONE = workDone -> {};

    /**
     * Tells of work done since the previous call (not in total), in the unit of {@link EdgeSource#workTotal}.
     * Must be cheap: it is called every few thousand edges.
     */
    void advance(long workDone);
}
