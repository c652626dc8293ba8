package io.pragh.core.api;

import java.util.List;

/** The operations that a node can run. Immutable. */
public interface OperationSet {
    /** The operation with a code; throws {@link io.pragh.core.base.PraghException} for an unknown one. */
    ValueOperation get(int code);

    /**
     * The timestamp that a block shows while it is locked for this update alone: that of now, unless the update is upkeep, of which
     * nobody who has read the value need know.
     */
    long lockedAt(Update update, long now);

    /** All of them. */
    List<ValueOperation> all();
}
