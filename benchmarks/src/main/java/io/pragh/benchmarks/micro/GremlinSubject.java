package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.HashMap;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.GraphFactory;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerTransactionGraph;

/** The graphs that are compared through Gremlin. */
public enum GremlinSubject {
    /** One node of Pragh in this process. */
    PRAGH {
        @Override
        Graph open(boolean indexed) {
            PraghGraphConfig.Builder builder = PraghGraph.build().set(PraghGraphConfig.SNAPSHOT_SECONDS, 3600);
            Integer segmentBytes = Integer.getInteger(PraghGraphConfig.SEGMENT_BYTES);
            if (segmentBytes != null) {
                builder.set(PraghGraphConfig.SEGMENT_BYTES, segmentBytes);
            }
            PraghGraph graph = builder.open();
            if (indexed) {
                graph.createIndex(ElementKind.VERTEX, GremlinTraversals.INDEXED);
            }
            return graph;
        }
    },
    /** TinkerPop's reference graph: no transactions, for one writer. */
    TINKER {
        @Override
        Graph open(boolean indexed) {
            TinkerGraph graph = TinkerGraph.open();
            if (indexed) {
                graph.createIndex(GremlinTraversals.INDEXED, Vertex.class);
            }
            return graph;
        }
    },
    /** TinkerPop's reference graph with transactions. */
    TINKER_TX {
        @Override
        Graph open(boolean indexed) {
            TinkerTransactionGraph graph = TinkerTransactionGraph.open();
            if (indexed) {
                graph.createIndex(GremlinTraversals.INDEXED, Vertex.class);
            }
            return graph;
        }
    },
    /** JanusGraph, all in memory, with default settings otherwise. */
    JANUSGRAPH {
        @Override
        Graph open(boolean indexed) {
            return open(indexed, new HashMap<>());
        }

        @Override
        Graph openForOneThread() {
            // otherwise its thread pool does some of a traversal's reads
            return open(true, new HashMap<>(Map.of("storage.parallel-backend-ops", false)));
        }

        private static Graph open(boolean indexed, Map<String, Object> options) {
            options.put(Graph.GRAPH, "org.janusgraph.core.JanusGraphFactory");
            options.put("storage.backend", "inmemory");
            if (indexed) {
                options.put("schema.init.strategy", "json");
                options.put("schema.init.json.string", JANUSGRAPH_INDEX);
            }
            return GraphFactory.open(options);
        }

        @Override
        GremlinWorkload fill(RmatParameters parameters, boolean indexed) {
            return PeerLoader.JANUSGRAPH.load(
                    GremlinTraversals.class.getName(), GremlinWorkload.class, name(), parameters, indexed);
        }
    };

    private static final String JANUSGRAPH_INDEX = """
            {"propertyKeys": [{"key": "%1$s", "className": "java.lang.String", "cardinality": "SINGLE"}],
             "compositeIndexes": [{"name": "by_%1$s", "typeClass": "org.apache.tinkerpop.gremlin.structure.Vertex",
                                   "keys": [{"propertyKey": "%1$s"}]}]}
            """.formatted(GremlinTraversals.INDEXED);

    /** An empty graph, with an index or without. Its classes come from this class's loader. */
    abstract Graph open(boolean indexed);

    /** An empty graph with an index, which does all work on the calling thread. */
    Graph openForOneThread() {
        return open(true);
    }

    /** A graph with an R-MAT graph's vertices and edges. */
    GremlinWorkload fill(RmatParameters parameters, boolean indexed) {
        return new GremlinTraversals(name(), parameters, indexed);
    }
}
