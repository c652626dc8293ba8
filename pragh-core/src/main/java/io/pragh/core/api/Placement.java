package io.pragh.core.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where updates go of a value that goes on in further values, its parts, when it is full. A transaction asks when it commits, and again
 * when an attempt was refused; what a placement changes to make room are transactions of its own. One thread.
 */
public interface Placement {
    /** Whether an update is of a value as a whole, and {@link #place} is to say which parts it changes. */
    boolean places(Update update);

    /**
     * Updates of parts that stand for a transaction's updates of a value as a whole.
     *
     * @param attempt says what may be relied on
     */
    List<Update> place(long key, List<Update> updates, Attempt attempt);

    /** Whether a key's value can go on in parts. */
    boolean hasParts(long key);

    /** Whether an update of such a value leaves it the parts that it has. */
    boolean keepsParts(Update update);

    /** Keys of the parts that a value has in addition to those it had, when nothing else has changed; null when something has. An empty array is no value. */
    long @Nullable [] addedParts(byte[] then, byte[] now);

    /** Whether a part holds nothing. */
    boolean isEmpty(byte[] part);
}
