package io.pragh.core.store;

import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.OperationSet;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import io.pragh.core.store.value.StateWord;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The operations of updates, by their codes 0 to 255 (0 is {@link #REWRITE}); the same on all nodes. Immutable. */
public final class ValueOperations implements OperationSet {
    /** Code of a built-in operation: writes the value as it is to a new block, for compaction. */
    public static final int REWRITE = 0;

    /**
     * Code of a built-in operation: writes the value as it is, with the entries of its tail in the body and without
     * slack for more. A transaction that has read the value with such entries conflicts.
     */
    public static final int TRIM = 252;

    /**
     * Code of a built-in operation: forgets a deleted key, whose tombstone is not needed any more; {@code first} is
     * the tombstone's address. It builds no block, so {@link ValueInstaller} executes it.
     */
    public static final int FORGET = -1;

    private static final ValueOperation FORGETTING = new Forget();

    private final @Nullable ValueOperation[] byCode = new ValueOperation[256];
    private final @Nullable AppendOperation appends;

    private record Rewrite(int code) implements ValueOperation {

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

    private static final class Forget implements ValueOperation {
        @Override
        public int code() {
            return FORGET;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            return PRECONDITION_FAILED;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {}
    }

    private static final class Write implements ValueOperation {
        @Override
        public int code() {
            return WRITE;
        }

        @Override
        public boolean replacesWhole() {
            return true;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            return update.bytes().length;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            target.put(newBody, update.bytes(), 0, newBytes);
        }
    }

    private static final class Erase implements ValueOperation {
        @Override
        public int code() {
            return ERASE;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            return bodyBytes == ABSENT ? UNCHANGED : DELETE;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {}
    }

    private static final class Sign implements ValueOperation {
        @Override
        public int code() {
            return SIGN;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            return UNCHANGED; // a roll has no value; the header of its home is written instead
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {}
    }

    /** The given operations; their codes must differ and be 1 to 251. */
    public ValueOperations(List<ValueOperation> operations) {
        for (ValueOperation builtIn :
                List.of(new Rewrite(REWRITE), new Rewrite(TRIM), new Write(), new Erase(), new Sign())) {
            byCode[builtIn.code()] = builtIn;
        }
        for (ValueOperation operation : operations) {
            if (byCode[operation.code()] != null) {
                throw new PraghException("two operations have one code: code=" + operation.code());
            }
            byCode[operation.code()] = operation;
        }
        this.appends = operations.stream()
                .filter(AppendOperation.class::isInstance)
                .map(AppendOperation.class::cast)
                .findFirst()
                .orElse(null);
    }

    /** One of the operations that append, all of which have one form of body; null when there is none. */
    public @Nullable AppendOperation appends() {
        return appends;
    }

    /** The operation with a code if it appends, else null. */
    @Nullable
    AppendOperation append(int code) {
        return code >= 0 && code < byCode.length && byCode[code] instanceof AppendOperation operation
                ? operation
                : null;
    }

    /** The operation with a code; throws {@link PraghException} for an unknown one. */
    @Override
    public ValueOperation get(int code) {
        if (code == FORGET) {
            return FORGETTING;
        }
        ValueOperation operation = code >= 0 && code < byCode.length ? byCode[code] : null;
        if (operation == null) {
            throw new PraghException(
                    "no operation has this code on this node; do all nodes run one version? code=" + code);
        }
        return operation;
    }

    /** As {@link ValueOperation#isImplied}; false for an unknown operation. */
    public boolean isImplied(Update update, LongPredicate there) {
        int code = update.operation();
        ValueOperation operation = code >= 0 && code < byCode.length ? byCode[code] : null;
        return operation != null && operation.isImplied(update, there);
    }

    /** As {@link ValueOperation#onCreation}; null for an unknown operation. */
    public @Nullable Update onCreation(Update update) {
        int code = update.operation();
        ValueOperation operation = code >= 0 && code < byCode.length ? byCode[code] : null;
        return operation == null ? null : operation.onCreation(update);
    }

    /** Whether a claim leaves the value as it is, so that the value keeps its version, or that of its last entry. */
    public boolean keepsVersion(Claim claim) {
        return claim.isOnly(REWRITE) || claim.isOnly(TRIM);
    }

    /** Whether a claim is one of upkeep's: {@link #FORGET}, {@link #REWRITE} or {@link #TRIM}. */
    public boolean isUpkeep(Claim claim) {
        return claim.isOnly(FORGET) || keepsVersion(claim);
    }

    @Override
    public long lockedAt(Update update, long now) {
        return switch (update.operation()) {
            case REWRITE, TRIM -> StateWord.KEPT;
            case FORGET -> StateWord.FORGOTTEN;
            default -> now;
        };
    }

    /** Whether one of these updates replaces the whole value. */
    public boolean replaceWhole(List<Update> updates) {
        return updates.stream().anyMatch(u -> get(u.operation()).replacesWhole());
    }

    @Override
    public List<ValueOperation> all() {
        return Arrays.stream(byCode).filter(Objects::nonNull).toList();
    }
}
