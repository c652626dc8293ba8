package io.pragh.explore;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;

/** An update that writes bytes which an application has chosen. Stateless. */
final class Blob implements ValueOperation {
    static final int CODE = 2;

    static Update of(long key, byte[] bytes) {
        return new Update(CODE, key, 0, 0, bytes);
    }

    @Override
    public int code() {
        return CODE;
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
    public void write(Update update, Region region, long body, int bodyBytes, Region target, long newBody, int bytes) {
        target.put(newBody, update.bytes(), 0, bytes);
    }
}
