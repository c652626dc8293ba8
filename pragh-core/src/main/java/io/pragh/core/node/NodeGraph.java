package io.pragh.core.node;

import io.pragh.core.property.GraphKeeper;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.SeenMoment;
import io.pragh.core.property.graph.KeyValueGraph;

/** Opens the property graph of a node's cluster. Stateless. */
public final class NodeGraph {
    private NodeGraph() {}

    /**
     * The property graph, through a node whose operations include
     * {@link io.pragh.core.property.graph.PropertyOperations#ALL}. To be closed before the node. A thread that waits
     * for other nodes serves this node meanwhile.
     */
    public static PropertyGraph open(PraghNode node) {
        return open(node, new SeenMoment(), GraphKeeper.NONE);
    }

    /** The same; {@code seen} and {@code keeper} are shared with other views of the graph in this process. */
    public static PropertyGraph open(PraghNode node, SeenMoment seen, GraphKeeper keeper) {
        return new KeyValueGraph(
                new NodeSessions(node), node.parts.basis.clock().nanos() * 31 + node.self(), seen, keeper);
    }
}
