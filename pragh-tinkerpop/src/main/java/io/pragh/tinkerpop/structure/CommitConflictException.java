package io.pragh.tinkerpop.structure;

import org.apache.tinkerpop.gremlin.structure.util.TemporaryException;
import org.apache.tinkerpop.gremlin.structure.util.TransactionException;

/** Another transaction was in the way: nothing of this one happened; run it again. Immutable. */
public final class CommitConflictException extends TransactionException implements TemporaryException {
    private static final long serialVersionUID = 1L;

    /** Says what was in the way. */
    public CommitConflictException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
