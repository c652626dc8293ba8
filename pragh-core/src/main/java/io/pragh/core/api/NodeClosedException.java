package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** The node of a call has been closed. Immutable. */
public final class NodeClosedException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Names the node. */
    public NodeClosedException(int node) {
        super("this node is closed, or has left the cluster; use another one: node=" + node);
    }
}
