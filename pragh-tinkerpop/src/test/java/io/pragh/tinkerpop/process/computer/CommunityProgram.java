package io.pragh.tinkerpop.process.computer;

import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.Memory;
import org.apache.tinkerpop.gremlin.process.computer.MessageScope;
import org.apache.tinkerpop.gremlin.process.computer.Messenger;
import org.apache.tinkerpop.gremlin.process.computer.VertexComputeKey;
import org.apache.tinkerpop.gremlin.process.computer.util.StaticVertexProgram;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;

/**
 * Community detection by label propagation: each vertex takes the label that is most frequent among its neighbours,
 * the least one of several.
 */
final class CommunityProgram extends StaticVertexProgram<Long> {
    static final String COMMUNITY = "community";

    private final int iterations;
    private final MessageScope.Local<Long> scope = MessageScope.Local.of(__::bothE);

    CommunityProgram(int iterations) {
        this.iterations = iterations;
    }

    @Override
    public void setup(Memory memory) {}

    @Override
    public void execute(Vertex vertex, Messenger<Long> messenger, Memory memory) {
        long label = memory.isInitialIteration()
                ? ((Number) vertex.id()).longValue()
                : mostFrequent(messenger.receiveMessages(), vertex.value(COMMUNITY));
        vertex.property(VertexProperty.Cardinality.single, COMMUNITY, label);
        messenger.sendMessage(scope, label);
    }

    private static long mostFrequent(Iterator<Long> labels, long own) {
        Map<Long, Integer> counts = new TreeMap<>();
        labels.forEachRemaining(label -> counts.merge(label, 1, Integer::sum));
        long best = own;
        int most = 0;
        for (Map.Entry<Long, Integer> count : counts.entrySet()) {
            if (count.getValue() > most) {
                best = count.getKey();
                most = count.getValue();
            }
        }
        return best;
    }

    @Override
    public boolean terminate(Memory memory) {
        return memory.getIteration() == iterations;
    }

    @Override
    public Set<VertexComputeKey> getVertexComputeKeys() {
        return Set.of(VertexComputeKey.of(COMMUNITY, false));
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
