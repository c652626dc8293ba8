package io.pragh.core.property;

import io.pragh.core.base.PraghException;

/** Thrown when a vertex that an edge needs does not exist. */
public final class MissingVertexException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Names the identifier of the missing vertex. */
    public MissingVertexException(Object id) {
        super("an edge's vertex is nowhere: id=" + id);
    }
}
