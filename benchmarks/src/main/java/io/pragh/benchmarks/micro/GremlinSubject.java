package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.bulk.Progress;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerTransactionGraph;

/** The graphs that are measured beside each other through Gremlin, and what they are filled with. */
public enum GremlinSubject {
    /** One node of Pragh in this process. */
    PRAGH {
        @Override
        Graph open() {
            return PraghGraph.build()
                    .set(PraghGraphConfig.SEGMENT_BYTES, 1 << 20)
                    .set(PraghGraphConfig.SNAPSHOT_SECONDS, 3600)
                    .open();
        }

        @Override
        void index(Graph graph, String key) {
            ((PraghGraph) graph).createIndex(ElementKind.VERTEX, key);
        }
    },
    /** TinkerPop's reference graph: no transactions, for one writer. */
    TINKER {
        @Override
        Graph open() {
            return TinkerGraph.open();
        }

        @Override
        void index(Graph graph, String key) {
            ((TinkerGraph) graph).createIndex(key, Vertex.class);
        }
    },
    /** TinkerPop's reference graph with transactions. */
    TINKER_TX {
        @Override
        Graph open() {
            return TinkerTransactionGraph.open();
        }

        @Override
        void index(Graph graph, String key) {
            ((TinkerTransactionGraph) graph).createIndex(key, Vertex.class);
        }
    };

    /** A property of every vertex, of which each value is one vertex's; indexed. */
    static final String INDEXED = "code";
    /** The same without an index. */
    static final String PLAIN = "name";

    private static final int BATCH = 5000;

    /** An empty graph. */
    abstract Graph open();

    abstract void index(Graph graph, String key);

    /** Fills a graph with an R-MAT graph's vertices, two properties each, and edges. */
    static void load(Graph graph, RmatParameters parameters) {
        int count = (int) parameters.vertexCount();
        Vertex[] vertices = new Vertex[count];
        long[] added = {0};
        for (int id = 0; id < count; id++) {
            vertices[id] = graph.addVertex(T.id, (long) id, INDEXED, "v" + id, PLAIN, "v" + id);
            commit(graph, ++added[0] % BATCH == 0);
        }
        new RmatEdges(parameters)
                .forEach(
                        (source, target) -> {
                            vertices[(int) source].addEdge("link", vertices[(int) target]);
                            commit(graph, ++added[0] % BATCH == 0);
                        },
                        Progress.NONE);
        commit(graph, true);
    }

    static void commit(Graph graph, boolean due) {
        if (due && graph.features().graph().supportsTransactions()) {
            graph.tx().commit();
        }
    }
}
