package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;

/** Receives the elements of a graph that cannot be copied. One thread. */
@FunctionalInterface
public interface CopyLosses {
    /** For a graph that has to be complete: the first loss ends the copy. */
    CopyLosses NONE = what -> {
        throw new PraghException(
                "the graph is not whole, so it is not copied; see pragh check and pragh repair: " + what);
    };

    /** Something is left out. */
    void lost(String what);
}
