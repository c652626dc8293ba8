package io.pragh.core.store;

/** Where a home gets timestamps from. Any thread. */
public interface CommitClock {
    /**
     * W of a commit whose locks are all confirmed, or {@link io.pragh.core.timestamp.Timestamps#NONE} when the leading node cannot be
     * reached.
     */
    long next();

    /** Some earlier value of T, 0 if none is known: what an update shows as its begin. */
    long recent();
}
