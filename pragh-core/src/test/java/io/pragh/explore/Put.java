package io.pragh.explore;

import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.UpdateOperation;
import java.util.function.LongConsumer;

/** An update at its home, step by step. One thread. */
final class Put implements LongConsumer {
    private static final int UNDECIDED = -1;

    private final UpdateOperation operation;
    private int code = UNDECIDED;

    Put(StoreNode home, Update update) {
        operation = home.begin(update, this);
    }

    @Override
    public void accept(long result) {
        if (code != UNDECIDED) {
            throw new AssertionError("an update is decided once");
        }
        code = (int) result;
    }

    /** Makes one step; what messages bring is done when they are delivered. */
    UpdateOperation.Progress advance() {
        return operation.advance();
    }

    /** Goes on as the home's workers do: as far as it can now, and further with {@link StoreNode#poll}. */
    void drive(StoreNode home) {
        home.drive(operation);
    }

    UpdateOperation operation() {
        return operation;
    }

    UpdateOperation.Step step() {
        return operation.step();
    }

    /** Whether the caller has its answer. */
    boolean acknowledged() {
        return code != UNDECIDED;
    }

    boolean applied() {
        return code == UpdateResult.APPLIED.code();
    }

    UpdateResult result() {
        return UpdateResult.of(code);
    }
}
