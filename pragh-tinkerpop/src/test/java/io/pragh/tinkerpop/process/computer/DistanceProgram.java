package io.pragh.tinkerpop.process.computer;

import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.Memory;
import org.apache.tinkerpop.gremlin.process.computer.MemoryComputeKey;
import org.apache.tinkerpop.gremlin.process.computer.MessageCombiner;
import org.apache.tinkerpop.gremlin.process.computer.MessageScope;
import org.apache.tinkerpop.gremlin.process.computer.Messenger;
import org.apache.tinkerpop.gremlin.process.computer.VertexComputeKey;
import org.apache.tinkerpop.gremlin.process.computer.util.StaticVertexProgram;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;

/**
 * Length of the shortest path from one vertex to each other one: the number of edges, or the sum of their weights.
 */
final class DistanceProgram extends StaticVertexProgram<Double> {
    static final String DISTANCE = "distance";
    private static final String CHANGED = "changed";

    private final long source;
    private final MessageScope.Local<Double> scope;

    DistanceProgram(long source, boolean directed, boolean weighted) {
        this.source = source;
        scope = MessageScope.Local.of(
                directed ? __::outE : __::bothE,
                (distance, edge) -> distance + (weighted ? edge.<Double>value("weight") : 1));
    }

    @Override
    public void setup(Memory memory) {
        memory.set(CHANGED, false);
    }

    @Override
    public void execute(Vertex vertex, Messenger<Double> messenger, Memory memory) {
        double nearest = Double.POSITIVE_INFINITY;
        if (memory.isInitialIteration()) {
            nearest = ((Number) vertex.id()).longValue() == source ? 0 : nearest;
            vertex.property(VertexProperty.Cardinality.single, DISTANCE, Double.POSITIVE_INFINITY);
        }
        for (Iterator<Double> offers = messenger.receiveMessages(); offers.hasNext(); ) {
            nearest = Math.min(nearest, offers.next());
        }
        if (nearest < vertex.<Double>value(DISTANCE)) {
            vertex.property(VertexProperty.Cardinality.single, DISTANCE, nearest);
            messenger.sendMessage(scope, nearest);
            memory.add(CHANGED, true);
        }
    }

    @Override
    public boolean terminate(Memory memory) {
        boolean done = !memory.<Boolean>get(CHANGED);
        memory.set(CHANGED, false);
        return done;
    }

    @Override
    public Optional<MessageCombiner<Double>> getMessageCombiner() {
        return Optional.of(Math::min);
    }

    @Override
    public Set<VertexComputeKey> getVertexComputeKeys() {
        return Set.of(VertexComputeKey.of(DISTANCE, false));
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Set<MemoryComputeKey> getMemoryComputeKeys() {
        return Collections.singleton(MemoryComputeKey.of(CHANGED, Operator.or, false, true));
    }

    @Override
    public Set<MessageScope> getMessageScopes(Memory memory) {
        return Set.of(scope);
    }

    @Override
    public GraphComputer.ResultGraph getPreferredResultGraph() {
        return GraphComputer.ResultGraph.NEW;
    }

    @Override
    public GraphComputer.Persist getPreferredPersist() {
        return GraphComputer.Persist.VERTEX_PROPERTIES;
    }
}
