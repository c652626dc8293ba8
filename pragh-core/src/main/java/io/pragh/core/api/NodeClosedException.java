package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** The node that a call was made through has been closed. Immutable. */
public final class NodeClosedException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Says which node it was. */
    public NodeClosedException(int node) {
        super("this node has left the cluster; use another one: node=" + node);
    }
}
