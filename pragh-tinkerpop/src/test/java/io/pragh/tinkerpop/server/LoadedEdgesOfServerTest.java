package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that an edge that a client holds can be changed where the server's graph was loaded in bulk. */
class LoadedEdgesOfServerTest {
    @TempDir
    Path folder;

    @Test
    void edgeThatAClientHoldsGetsProperties() throws Exception {
        PraghGraph graph = PraghGraph.build().nodes(2).open();
        GraphFiles.load(graph, Files.writeString(folder.resolve("a.e"), "1 2\n2 3\n"));
        try (ServedGraph served = new ServedGraph(graph)) {
            Cluster cluster = served.cluster().create();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
            Edge edge = g.V(1).outE().next();
            g.E(edge).property("since", 1999).iterate();
            g.E(edge.id()).property("weight", 0.5).iterate();
            assertEquals(1999, g.E(edge).values("since").next());
            assertEquals(0.5, g.V(2).inE().values("weight").next());
            assertEquals(edge, g.E().has("since", 1999).next());
            g.E(edge).drop().iterate();
            assertEquals(1, g.E().count().next());
            g.close();
            cluster.close();
        }
    }
}
