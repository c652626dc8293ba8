package io.pragh.core.property;

import io.pragh.core.base.PraghException;

/** An edge's vertex is nowhere. */
public final class MissingVertexException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Names what the vertex would be called. */
    public MissingVertexException(Object id) {
        super("an edge's vertex is nowhere: id=" + id);
    }
}
