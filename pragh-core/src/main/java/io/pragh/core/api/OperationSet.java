package io.pragh.core.api;

import java.util.List;

/** The operations that a node can run. Immutable. */
public interface OperationSet {
    /** The operation with a code; throws {@link io.pragh.core.base.PraghException} for an unknown one. */
    ValueOperation get(int code);

    /** All of them. */
    List<ValueOperation> all();
}
