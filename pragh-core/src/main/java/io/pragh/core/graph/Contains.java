package io.pragh.core.graph;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;

/**
 * A predicate: a block still has an entry. A transaction with this predicate and one that removes the entry cannot
 * both commit if they overlap. Stateless.
 */
final class Contains implements ValueOperation {
    @Override
    public int code() {
        return ListOperations.CONTAINS;
    }

    @Override
    public int newBytes(Update update, Region region, long body, int bodyBytes) {
        boolean there =
                bodyBytes != ABSENT && Columns.of(region, body, bodyBytes).find(update.first(), update.second()) >= 0;
        return there ? UNCHANGED : WRONG_PLACE;
    }

    @Override
    public void write(
            Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {}
}
