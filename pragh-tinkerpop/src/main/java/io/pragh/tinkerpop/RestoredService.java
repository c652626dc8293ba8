package io.pragh.tinkerpop;

import java.util.Map;
import java.util.function.IntSupplier;

/**
 * What {@code g.call("pragh.restored")} does: {@link PraghGraph#restored}. It answers one map, {@code partitions: int}, how many
 * partitions had lost their keys. Any thread.
 */
public final class RestoredService extends MapService {
    /** What it is called by. */
    public static final String NAME = "pragh.restored";
    /** In the answer: how many partitions had lost their keys. */
    public static final String PARTITIONS = "partitions";

    private final IntSupplier restored;

    RestoredService(IntSupplier restored) {
        super(NAME);
        this.restored = restored;
    }

    @Override
    Map<String, Object> answer(Map<?, ?> params) {
        return Map.of(PARTITIONS, restored.getAsInt());
    }
}
