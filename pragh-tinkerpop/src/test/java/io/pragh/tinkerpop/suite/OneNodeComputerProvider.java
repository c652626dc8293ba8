package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.process.computer.PraghGraphComputer;
import org.apache.tinkerpop.gremlin.GraphProvider;
import org.apache.tinkerpop.gremlin.process.computer.Computer;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Graph;

/** Opens graphs of one node, and starts traversals on the computer. */
@GraphProvider.Descriptor(computer = PraghGraphComputer.class)
public class OneNodeComputerProvider extends OneNodeProvider {
    @Override
    public GraphTraversalSource traversal(Graph graph) {
        return computing(graph.traversal());
    }

    /** The same traversals, on the computer. */
    static GraphTraversalSource computing(GraphTraversalSource source) {
        return source.withComputer(Computer.compute(PraghGraphComputer.class));
    }
}
