package io.pragh.tinkerpop;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.service.Service;
import org.apache.tinkerpop.gremlin.structure.util.CloseableIterator;

/** A service that answers {@code g.call(name)} with one map, at the start of a traversal. Any thread. */
@SuppressWarnings({"rawtypes", "unchecked"}) // as the interface is
abstract class MapService
        implements Service.ServiceFactory<Object, Map<String, Object>>, Service<Object, Map<String, Object>> {
    private final String name;

    MapService(String name) {
        this.name = name;
    }

    /** The answer, given the parameters of the call. */
    abstract Map<String, Object> answer(Map<?, ?> params);

    @Override
    public String getName() {
        return name;
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
        return CloseableIterator.of(List.of(answer(params)).iterator());
    }

    @Override
    public void close() {
        // nothing is open
    }
}
