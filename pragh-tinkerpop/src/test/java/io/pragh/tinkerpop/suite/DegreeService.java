package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.service.Service;
import org.apache.tinkerpop.gremlin.structure.util.CloseableIterator;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;

/** The service that Gremlin's scenarios call to count the edges of a vertex. Any thread. */
@SuppressWarnings("rawtypes") // as the interface is
final class DegreeService implements Service.ServiceFactory<Vertex, Long>, Service<Vertex, Long> {
    static void registerIn(PraghGraph graph) {
        graph.getServiceRegistry().registerService(new DegreeService());
    }

    @Override
    public String getName() {
        return "tinker.degree.centrality";
    }

    @Override
    public Set<Type> getSupportedTypes() {
        return Set.of(Type.Streaming);
    }

    @Override
    public Service<Vertex, Long> createService(boolean isStart, Map params) {
        if (isStart) {
            throw new UnsupportedOperationException(Exceptions.cannotStartTraversal);
        }
        return this;
    }

    @Override
    public Type getType() {
        return Type.Streaming;
    }

    @Override
    public CloseableIterator<Long> execute(ServiceCallContext context, Traverser.Admin<Vertex> in, Map params) {
        Object direction = params.get("direction");
        Direction wanted = direction instanceof Direction given ? given : Direction.IN;
        return CloseableIterator.of(
                IteratorUtils.of(IteratorUtils.count(in.get().edges(wanted))));
    }

    @Override
    public void close() {
        // no resources are open
    }
}
