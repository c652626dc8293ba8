package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;

/** Hears what of a graph cannot be copied. One thread. */
@FunctionalInterface
public interface CopyLosses {
    /** Of a graph that has to be whole: the first loss ends the copy. */
    CopyLosses NONE = what -> {
        throw new PraghException(
                "the graph is not whole, so it is not copied; see pragh check and pragh repair: " + what);
    };

    /** Something that is left out. */
    void lost(String what);
}
