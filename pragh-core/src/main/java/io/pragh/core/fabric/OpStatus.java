package io.pragh.core.fabric;

/** How a one-sided operation ended. */
public enum OpStatus {
    /** Not posted, or in progress. */
    PENDING,
    /** Done. */
    OK,
    /**
     * The peer cannot be reached, or the operation was lost: a WRITE, CAS or FETCH_ADD may have taken effect or not.
     */
    UNREACHABLE,
    /**
     * Access is refused: this node was expelled, or the other node does not serve the partition any more. Nothing
     * happened.
     */
    FENCED,
    /** The range is outside the exposed region. Nothing happened. */
    OUT_OF_BOUNDS
}
