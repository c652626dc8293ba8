package io.pragh.core.graph;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Placement;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** What is done to a list and not to one of its blocks: its transaction turns it into updates of blocks before it commits. Stateless. */
final class WholeListOperation implements ValueOperation {
    private final int code;
    private final LongFunction<@Nullable Update> onCreation;

    WholeListOperation(int code) {
        this(code, list -> null);
    }

    /** On lists of which each demands something when it is created, by its key. */
    WholeListOperation(int code, LongFunction<@Nullable Update> onCreation) {
        this.code = code;
        this.onCreation = onCreation;
    }

    @Override
    public @Nullable Update onCreation(Update update) {
        return Append.onCreation(update.key(), onCreation);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public @Nullable Placement placement(TransactionSource session, HomeMap homes, long seed) {
        return code == ListOperations.APPEND_TO_LIST ? new ListPlacement(session, homes, seed) : null;
    }

    @Override
    public int newBytes(Update update, Region region, long body, int bodyBytes) {
        throw new PraghException("this operation is for transactions alone: code=" + code);
    }

    @Override
    public void write(
            Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
        throw new PraghException("this operation is for transactions alone: code=" + code);
    }
}
