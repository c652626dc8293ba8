package io.pragh.tinkerpop.suite;

import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.LoadGraphWith;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;

/** Opens graphs on three processes, joined by TCP, while each of them moves values to itself. */
public class ThreeProcessesProvider extends OneNodeProvider {
    @Override
    public Graph openTestGraph(Configuration configuration) {
        return PeerProcesses.open(configuration);
    }

    @Override
    public Graph standardTestGraph(
            Class<?> test, String testMethodName, LoadGraphWith.@Nullable GraphData loadGraphWith) {
        return PeerProcesses.open(standardGraphConfiguration(test, testMethodName, loadGraphWith));
    }

    @Override
    public void clear(Graph graph, Configuration configuration) throws Exception {
        super.clear(graph, configuration);
        if (graph != null) {
            PeerProcesses.closed(graph.configuration());
        }
    }
}
