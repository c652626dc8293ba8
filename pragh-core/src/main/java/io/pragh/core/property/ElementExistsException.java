package io.pragh.core.property;

import io.pragh.core.base.PraghException;

/** Thrown when the identifier of a new vertex or edge is taken. */
public final class ElementExistsException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Names the element that has the identifier. */
    public ElementExistsException(ElementKind kind, Object id) {
        super("the identifier is taken; choose another, or let the graph choose: " + kind + " id=" + id);
    }
}
