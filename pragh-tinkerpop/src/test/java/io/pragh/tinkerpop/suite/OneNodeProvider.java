package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.PraghEdge;
import io.pragh.tinkerpop.structure.PraghProperty;
import io.pragh.tinkerpop.structure.PraghVariables;
import io.pragh.tinkerpop.structure.PraghVertex;
import io.pragh.tinkerpop.structure.PraghVertexProperty;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.AbstractGraphProvider;
import org.apache.tinkerpop.gremlin.LoadGraphWith;
import org.apache.tinkerpop.gremlin.structure.Graph;

/** Opens graphs of one node for TinkerPop's suites. */
public class OneNodeProvider extends AbstractGraphProvider {
    @Override
    public Map<String, Object> getBaseConfiguration(
            String graphName, Class<?> test, String testMethodName, LoadGraphWith.GraphData loadGraphWith) {
        return SuiteOptions.of(test, testMethodName, loadGraphWith);
    }

    @Override
    public void clear(Graph graph, Configuration configuration) throws Exception {
        if (graph != null) {
            if (graph.tx().isOpen()) {
                graph.tx().rollback();
            }
            graph.close();
        }
    }

    @Override
    protected void readIntoGraph(Graph graph, String path) throws IOException {
        super.readIntoGraph(graph, path);
        graph.tx().commit();
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Set<Class> getImplementations() {
        return new HashSet<>(Set.of(
                PraghGraph.class,
                PraghVertex.class,
                PraghEdge.class,
                PraghProperty.class,
                PraghVertexProperty.class,
                PraghVariables.class));
    }
}
