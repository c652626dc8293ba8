package io.pragh.core.store.reclaim;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import java.util.function.IntPredicate;

/**
 * An endpoint that loses answers: chosen operations, counted over all operations, take effect and end UNREACHABLE.
 * One thread.
 */
final class FlakyEndpoint implements Endpoint {
    private final Endpoint endpoint;
    private final IntPredicate loses;
    private int operations;

    FlakyEndpoint(Endpoint endpoint, IntPredicate loses) {
        this.endpoint = endpoint;
        this.loses = loses;
    }

    @Override
    public void post(Batch batch) {
        endpoint.post(batch);
    }

    @Override
    public boolean poll(Batch batch) {
        if (!endpoint.poll(batch)) {
            return false;
        }
        for (int op = 0; op < batch.count(); op++) {
            if (loses.test(operations++)) {
                batch.end(op, OpStatus.UNREACHABLE, 0);
            }
        }
        return true;
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
