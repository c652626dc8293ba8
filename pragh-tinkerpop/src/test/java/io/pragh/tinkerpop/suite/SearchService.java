package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.service.Service;
import org.apache.tinkerpop.gremlin.structure.util.CloseableIterator;

/** The service that Gremlin's scenarios call to find properties by a part of their text. Any thread. */
@SuppressWarnings({"rawtypes", "unchecked"}) // as the interface is
record SearchService(PraghGraph graph) implements Service.ServiceFactory<Object, Property>, Service<Object, Property> {
    static void registerIn(PraghGraph graph) {
        graph.getServiceRegistry().registerService(new SearchService(graph));
    }

    @Override
    public String getName() {
        return "tinker.search";
    }

    @Override
    public Set<Type> getSupportedTypes() {
        return Set.of(Type.Start);
    }

    @Override
    public Service<Object, Property> createService(boolean isStart, Map params) {
        return this;
    }

    @Override
    public Type getType() {
        return Type.Start;
    }

    @Override
    public CloseableIterator<Property> execute(ServiceCallContext context, Map params) {
        String text = params.get("search").toString().toLowerCase(Locale.ROOT);
        Object type = params.getOrDefault("type", "Vertex");
        List<Property> all = new ArrayList<>();
        switch (type.toString()) {
            case "Vertex" ->
                graph.vertices().forEachRemaining(v -> v.properties().forEachRemaining(all::add));
            case "Edge" -> graph.edges().forEachRemaining(e -> e.properties().forEachRemaining(all::add));
            case "VertexProperty" ->
                graph.vertices()
                        .forEachRemaining(v -> v.properties()
                                .forEachRemaining(p -> p.properties().forEachRemaining(all::add)));
            default -> throw new IllegalArgumentException("no such type of element: type=" + type);
        }
        all.removeIf(p -> !p.value().toString().toLowerCase(Locale.ROOT).contains(text));
        return CloseableIterator.of(all.iterator());
    }

    @Override
    public void close() {
        // no resources are open
    }
}
