package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.process.computer.PraghGraphComputer;
import org.apache.tinkerpop.gremlin.GraphProvider;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Graph;

/** Opens graphs of four nodes, and starts traversals on the computer. */
@GraphProvider.Descriptor(computer = PraghGraphComputer.class)
public class FourNodesComputerProvider extends FourNodesProvider {
    @Override
    public GraphTraversalSource traversal(Graph graph) {
        return OneNodeComputerProvider.computing(graph.traversal());
    }
}
