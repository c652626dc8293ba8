package io.pragh.benchmarks.fof;

import io.pragh.core.bulk.Progress;

/** Receives the progress of a run. Called on the thread that runs it. */
public interface RunObserver {
    /** Loading begins; the reported work adds up to {@code workTotal}. */
    Progress loading(Scheme scheme, long workTotal);

    /** Loading is over. */
    void loaded(Scheme scheme, double seconds);

    /** A second of load has passed. */
    void second(Scheme scheme, Second second);
}
