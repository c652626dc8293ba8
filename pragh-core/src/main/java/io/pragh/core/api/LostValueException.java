package io.pragh.core.api;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.PraghException;

/**
 * A value, or the key table that would tell whether it exists, died with its node. Writing the whole value heals it;
 * values that are not written again can be given up. Immutable.
 */
public final class LostValueException extends PraghException {
    /** The remedy, for messages. */
    public static final String REMEDY =
            "write it again, or give up all that was lost by: bin/pragh cluster restored, or g.call('pragh.restored')";

    private static final long serialVersionUID = 1L;

    private LostValueException(String message) {
        super(message);
    }

    /** The value of a key is lost. */
    public static LostValueException ofValue(long key) {
        return new LostValueException(
                "the value was lost with the node that held it; " + REMEDY + ": key=" + GraphKey.show(key));
    }

    /** The key table that would tell whether a key has a value is lost. */
    public static LostValueException ofHome(int partition, long key) {
        return new LostValueException("whether there is a value was lost with the node that knew it; " + REMEDY
                + ": partition=" + partition + " key=" + GraphKey.show(key));
    }

    /** All keys of a partition are lost. */
    public static LostValueException ofKeys(int partition) {
        return new LostValueException("which values a partition has was lost with the node that served it; " + REMEDY
                + ": partition=" + partition);
    }
}
