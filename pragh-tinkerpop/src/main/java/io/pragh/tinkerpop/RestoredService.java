package io.pragh.tinkerpop;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.apache.tinkerpop.gremlin.structure.service.Service;
import org.apache.tinkerpop.gremlin.structure.util.CloseableIterator;

/**
 * What {@code g.call("pragh.restored")} does: {@link PraghGraph#restored}. It answers one map, {@code partitions: int}, how many
 * partitions had lost their keys. Any thread.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // as the interface is
public final class RestoredService
        implements Service.ServiceFactory<Object, Map<String, Object>>, Service<Object, Map<String, Object>> {
    /** What it is called by. */
    public static final String NAME = "pragh.restored";
    /** In the answer: how many partitions had lost their keys. */
    public static final String PARTITIONS = "partitions";

    private final IntSupplier restored;

    RestoredService(IntSupplier restored) {
        this.restored = restored;
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public Set<Type> getSupportedTypes() {
        return Set.of(Type.Start);
    }

    @Override
    public Service<Object, Map<String, Object>> createService(boolean isStart, Map params) {
        return this;
    }

    @Override
    public Type getType() {
        return Type.Start;
    }

    @Override
    public CloseableIterator<Map<String, Object>> execute(ServiceCallContext context, Map params) {
        return CloseableIterator.of(
                List.of(Map.<String, Object>of(PARTITIONS, restored.getAsInt())).iterator());
    }

    @Override
    public void close() {
        // nothing is open
    }
}
