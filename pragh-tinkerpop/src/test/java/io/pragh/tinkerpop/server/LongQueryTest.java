package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Workers;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.RequestOptions;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a query over a vertex with very many edges, which would take days, ends when its time is over, and
 * leaves neither a busy thread nor a snapshot.
 */
class LongQueryTest {
    private static final int EDGES = 100_000;
    private static final int TIMES = 3 + Runtime.getRuntime().availableProcessors();
    private static final long MILLIS = 200;

    @Test
    void aQueryEndsInTimeAndFreesItsThreadAndItsSnapshot(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("hub.e"),
                IntStream.range(1, EDGES).mapToObj(i -> "0 " + i).collect(Collectors.joining("\n")));
        PraghGraph graph = PraghGraph.build().open();
        GraphFiles.load(graph, file);
        try (ServedGraph served = new ServedGraph(graph)) {
            Cluster cluster = served.cluster().create();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
            Client client = cluster.connect();
            for (int i = 0; i < TIMES; i++) {
                Exception bytecode = assertThrows(
                        Exception.class,
                        () -> g.with("evaluationTimeout", MILLIS)
                                .V(0L)
                                .both()
                                .both()
                                .both()
                                .both()
                                .path()
                                .count()
                                .next());
                assertTrue(bytecode.toString().contains("evaluationTimeout"), bytecode::toString);
                ExecutionException text = assertThrows(
                        ExecutionException.class,
                        () -> client.submit(
                                        "g.V(x).both().both().both().both().path().count()",
                                        RequestOptions.build()
                                                .timeout(MILLIS)
                                                .addParameter("x", 0L)
                                                .create())
                                .all()
                                .get());
                assertTrue(text.toString().contains("evaluationTimeout"), text::toString);
            }
            assertEquals(EDGES - 1, g.V(0L).out().count().next(), "a thread is free");
            try (Workers workers = new Workers()) { // a query's time is over before its thread has noticed
                workers.await("no snapshot is kept", () -> graph.transactionsOpen() == 0);
            }
            cluster.close();
        }
    }
}
