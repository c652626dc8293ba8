package io.pragh.tinkerpop.structure;

import org.apache.tinkerpop.gremlin.structure.util.TemporaryException;
import org.apache.tinkerpop.gremlin.structure.util.TransactionException;

/** The transaction conflicted with another one and had no effect; run it again. Immutable. */
public final class CommitConflictException extends TransactionException implements TemporaryException {
    private static final long serialVersionUID = 1L;

    /** {@code cause} is the conflict. */
    public CommitConflictException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
