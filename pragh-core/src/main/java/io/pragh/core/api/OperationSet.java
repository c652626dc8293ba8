package io.pragh.core.api;

import java.util.List;

/** The operations that a node can run. Immutable. */
public interface OperationSet {
    /** The operation with a code; throws {@link io.pragh.core.base.PraghException} for an unknown one. */
    ValueOperation get(int code);

    /**
     * The timestamp B that a block shows while it is locked for this update alone: {@code now}, unless the update is
     * upkeep, which does not concern readers of the value.
     */
    long lockedAt(Update update, long now);

    /** All operations. */
    List<ValueOperation> all();
}
