package io.pragh.core.property;

import io.pragh.core.base.PraghException;

/** Thrown when a read has more results than its caller wants to hold. */
public final class TooManyResultsException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Names the limit. */
    public TooManyResultsException(long resultsMax) {
        super(
                "there are more results than may be held; ask for fewer, by a limit of edges or by fewer hops, or allow more:"
                        + " resultsMax=" + resultsMax);
    }
}
