package io.pragh.tinkerpop;

import java.util.Map;
import java.util.function.IntSupplier;

/**
 * The service {@code g.call("pragh.restored")}: runs {@link PraghGraph#restored}. It answers one map,
 * {@code partitions: int}, the number of partitions that had lost their keys. Any thread.
 */
public final class RestoredService extends MapService {
    /** Name of the service. */
    public static final String NAME = "pragh.restored";
    /** In the answer: the number of partitions that had lost their keys. */
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
