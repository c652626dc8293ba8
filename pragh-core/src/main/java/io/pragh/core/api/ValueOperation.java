package io.pragh.core.api;

import io.pragh.core.address.HomeMap;
import io.pragh.core.memory.Region;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What an update does to a value: old image and arguments in, new image out, evaluated under the key's lock where the value lies.
 * Deterministic: a redo log replays it. One that throws changes nothing, and its caller gets {@link OperationFailedException}.
 * Stateless, any thread.
 */
public interface ValueOperation {
    /** {@link #newBytes} found its precondition broken. */
    int PRECONDITION_FAILED = -1;
    /** {@link #newBytes} would exceed the operation's size limit. */
    int FULL = -2;
    /** {@link #newBytes} says that the key has no value any more. */
    int DELETE = -3;
    /** {@link #newBytes} says that its precondition holds and the value stays as it is: a predicate that is evaluated under the lock. */
    int UNCHANGED = -4;
    /** {@link #newBytes} says that the value is not, or not any more, the one that the update was meant for: its transaction conflicts. */
    int WRONG_PLACE = -5;
    /** Code of the operation that every node has: the whole value becomes the byte argument. */
    int WRITE = 255;
    /** Code of the operation that every node has: the key has no value any more, whether it had one or not. */
    int ERASE = 254;
    /** Code of the operation that every node has: signs a roll, see {@link Transaction#sign}. */
    int SIGN = 253;
    /** Second argument of {@link #SIGN}: the first one is not a change but how many members there are, see {@link Transaction#counted}. */
    long COUNTED = 1;
    /** {@code bodyBytes} of a key without value. */
    int ABSENT = -1;

    /** Number of the operation, unique in a process and the same on all nodes. */
    int code();

    /** Whether the new image depends on the arguments alone, so that it may heal a lost value. */
    default boolean replacesWhole() {
        return false;
    }

    /**
     * For an operation on values that go on in parts: says for one session where its updates, and those of its like, go. {@code seed}
     * differs from session to session. Null for an operation that runs where its key says.
     */
    default @Nullable Placement placement(TransactionSource session, HomeMap homes, long seed) {
        return null;
    }

    /**
     * Whether an update holds and changes nothing because other values of the same home are there: then its key need not be held.
     * {@code there} knows the values whose keys are lower, of those that the same commit holds.
     */
    default boolean isImplied(Update update, LongPredicate there) {
        return false;
    }

    /**
     * What has to be done to another value of the same home, of a greater key, by who creates a value with this update: the home does it
     * in the same commit, after what that does to the other value itself. Null when nothing has.
     */
    default @Nullable Update onCreation(Update update) {
        return null;
    }

    /** Length of the new body in bytes, or {@link #PRECONDITION_FAILED}, {@link #FULL}, {@link #DELETE}, {@link #UNCHANGED} or {@link #WRONG_PLACE}. {@code bodyBytes} may be {@link #ABSENT}. */
    int newBytes(Update update, Region region, long body, int bodyBytes);

    /** Writes the new body, {@code newBytes} long, to {@code target}; every byte of it. */
    void write(Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes);
}
