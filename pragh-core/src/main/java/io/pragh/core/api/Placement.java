package io.pragh.core.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Directs updates of a value that continues in further values, its parts, when it is full. A transaction uses it at
 * commit, and again after an attempt was refused; a placement makes room in transactions of its own. One thread.
 */
public interface Placement {
    /** Whether an update concerns a value as a whole, so that {@link #place} translates it into updates of parts. */
    boolean places(Update update);

    /**
     * Translates a transaction's updates of a value as a whole into updates of its parts.
     *
     * @param attempt says what information the result may rely on
     */
    List<Update> place(long key, List<Update> updates, Attempt attempt);

    /** Whether the value of this key can have parts. */
    boolean hasParts(long key);

    /** Whether an update of such a value keeps its parts. */
    boolean keepsParts(Update update);

    /**
     * Keys of the parts that a value has now in addition to those it had then, if nothing else has changed; else
     * null. An empty array stands for an absent value.
     */
    long @Nullable [] addedParts(byte[] then, byte[] now);

    /** Whether a part is empty. */
    boolean isEmpty(byte[] part);
}
