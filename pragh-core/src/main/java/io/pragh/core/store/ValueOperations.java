package io.pragh.core.store;

import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations a node can run, by their codes 0 to 255; the same on all nodes. Immutable. */
public final class ValueOperations {
    private final @Nullable ValueOperation[] byCode = new ValueOperation[256];

    /** Codes must differ. */
    public ValueOperations(List<ValueOperation> operations) {
        for (ValueOperation operation : operations) {
            if (byCode[operation.code()] != null) {
                throw new PraghException("two operations have one code: code=" + operation.code());
            }
            byCode[operation.code()] = operation;
        }
    }

    /** The operation with a code; throws {@link PraghException} for an unknown one. */
    public ValueOperation get(int code) {
        ValueOperation operation = code >= 0 && code < byCode.length ? byCode[code] : null;
        if (operation == null) {
            throw new PraghException(
                    "no operation has this code on this node; do all nodes run one version? code=" + code);
        }
        return operation;
    }
}
