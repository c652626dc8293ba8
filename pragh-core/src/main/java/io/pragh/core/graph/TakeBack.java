package io.pragh.core.graph;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;

/**
 * An operation on a transaction's own appends, which the transaction resolves before it commits, so that no block
 * ever receives it. Stateless.
 */
final class TakeBack implements ValueOperation {
    @Override
    public int code() {
        return ListOperations.TAKE_BACK;
    }

    @Override
    public int newBytes(Update update, Region region, long body, int bodyBytes) {
        throw new PraghException("this operation is for transactions alone: code=" + code());
    }

    @Override
    public void write(
            Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
        throw new PraghException("this operation is for transactions alone: code=" + code());
    }
}
