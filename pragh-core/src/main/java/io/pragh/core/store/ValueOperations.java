package io.pragh.core.store;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations a node can run, by their codes 0 to 255 (0 is {@link #REWRITE}); the same on all nodes. Immutable. */
public final class ValueOperations {
    /** Code of the operation every node has: the value as it is, in a block allocated now. For compaction. */
    public static final int REWRITE = 0;

    private final @Nullable ValueOperation[] byCode = new ValueOperation[256];

    private static final class Rewrite implements ValueOperation {
        @Override
        public int code() {
            return REWRITE;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            return bodyBytes == ABSENT ? PRECONDITION_FAILED : bodyBytes;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            region.copyTo(body, target, newBody, bodyBytes);
        }
    }

    /** Codes must differ and be 1 to 255. */
    public ValueOperations(List<ValueOperation> operations) {
        byCode[REWRITE] = new Rewrite();
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
