package io.pragh.core.property.change;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;

/**
 * Creates a value at a key that has none. If there is a value, the transaction conflicts, and takes another number
 * when it runs again. Stateless.
 */
public final class CreateValue implements ValueOperation {
    private static final int CODE = 21;

    /** The update that creates a value. */
    static Update of(long key, byte[] body) {
        return new Update(CODE, key, 0, 0, body);
    }

    @Override
    public int code() {
        return CODE;
    }

    @Override
    public int newBytes(Update update, Region region, long body, int bodyBytes) {
        return bodyBytes == ABSENT ? update.bytes().length : WRONG_PLACE;
    }

    @Override
    public void write(
            Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
        target.put(newBody, update.bytes(), 0, newBytes);
    }
}
