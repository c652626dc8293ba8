package io.pragh.core.property;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;

/** A value where nobody else has one: if there is one, the transaction conflicts, and takes another number when it runs again. Stateless. */
final class CreateValue implements ValueOperation {
    @Override
    public int code() {
        return PropertyOperations.CREATE;
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
