package io.pragh.core.api;

import io.pragh.core.address.HomeMap;
import io.pragh.core.memory.Region;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The function of an update: computes the new body of a value from the old one and the update's arguments, under the
 * key's lock, at the owner. Must be deterministic, because a redo log replays it. An operation that throws changes
 * nothing, and its caller gets {@link OperationFailedException}. Stateless, any thread.
 */
public interface ValueOperation {
    /** Result of {@link #newBytes}: the precondition does not hold. */
    int PRECONDITION_FAILED = -1;
    /** Result of {@link #newBytes}: the new body would exceed the operation's size limit. */
    int FULL = -2;
    /** Result of {@link #newBytes}: the value is deleted. */
    int DELETE = -3;
    /**
     * Result of {@link #newBytes}: the precondition holds and the value stays unchanged; makes the update a predicate
     * under the lock.
     */
    int UNCHANGED = -4;
    /** Result of {@link #newBytes}: the update was meant for another value; its transaction conflicts. */
    int WRONG_PLACE = -5;
    /** Code of a built-in operation: the byte argument replaces the whole value. */
    int WRITE = 255;
    /** Code of a built-in operation: deletes the value, if there is one. */
    int ERASE = 254;
    /** Code of a built-in operation: signs a roll, see {@link Transaction#sign}. */
    int SIGN = 253;
    /**
     * Second argument of {@link #SIGN}: the first one is the number of members, not a change; see
     * {@link Transaction#counted}.
     */
    long COUNTED = 1;
    /** {@code bodyBytes} of a key without value. */
    int ABSENT = -1;

    /** Number of the operation, unique in a process and the same on all nodes. */
    int code();

    /** Whether the new body depends on the arguments alone, so that the update may heal a lost value. */
    default boolean replacesWhole() {
        return false;
    }

    /**
     * For an operation on values with parts: the placement, for one session, of its updates and those of related
     * operations. {@code seed} differs from session to session. Null for an operation that runs at its key.
     */
    default @Nullable Placement placement(TransactionSource session, HomeMap homes, long seed) {
        return null;
    }

    /**
     * Whether the presence of other values of the same home implies that an update holds and changes nothing: then
     * its key need not be held. {@code there} knows the values with lower keys that the same commit holds.
     */
    default boolean isImplied(Update update, LongPredicate there) {
        return false;
    }

    /**
     * The update of another value that must follow when this update creates a value. The other value has the same
     * home and a greater key. The home applies the update in the same commit, after the commit's own updates of the
     * other value. Null for none.
     */
    default @Nullable Update onCreation(Update update) {
        return null;
    }

    /**
     * Length of the new body in bytes, or {@link #PRECONDITION_FAILED}, {@link #FULL}, {@link #DELETE},
     * {@link #UNCHANGED} or {@link #WRONG_PLACE}. {@code bodyBytes} may be {@link #ABSENT}.
     */
    int newBytes(Update update, Region region, long body, int bodyBytes);

    /** Writes the new body, {@code newBytes} long, to {@code target}, every byte of it. */
    void write(Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes);
}
