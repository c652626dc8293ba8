package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.cli.LoadCommand;
import io.pragh.tinkerpop.cli.PraghCli;
import io.pragh.tinkerpop.load.LoadException;
import io.pragh.tinkerpop.load.RemoteCopy;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoWriter;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that {@code pragh load} to a running server stores all elements of its files or none. */
class LoadCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    @Test
    void filesAreInTheServersGraphOrNothingIs() throws Exception {
        Path modern = folder.resolve("modern.kryo");
        try (OutputStream file = Files.newOutputStream(modern)) {
            GryoWriter.build().create().writeGraph(file, TinkerFactory.createModern());
        }
        Path good = folder.resolve("good.txt");
        Files.writeString(
                good, IntStream.range(0, 250).mapToObj(i -> "100 " + (101 + i)).collect(Collectors.joining("\n")));
        Path wrong = Files.writeString(folder.resolve("wrong.txt"), "200 201\n200");
        try (ServedGraph served = new ServedGraph()) {
            String server = PraghServer.text(served.address());
            Cluster cluster = served.cluster().create();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));

            assertEquals(2, load(server, modern, wrong));
            assertEquals(1, err.toString().lines().count(), err.toString());
            assertTrue(err.toString().contains("line=2 reason=an edge is two identifiers"), err.toString());
            assertEquals(0, g.V().count().next());

            assertEquals(0, load(server, modern, good), err.toString());
            assertEquals("pragh load: 257 vertices and 256 edges are in the graph at " + server + "\n", out.toString());
            assertEquals(257, g.V().count().next());
            assertEquals(256, g.E().count().next());
            assertEquals(250, g.V(100).out("edge").count().next());
            assertEquals(0.4, g.V(1).outE("created").values("weight").next());

            // The second time, identifiers are taken, among them those of the first file's last vertices.
            assertEquals(2, load(server, good));
            assertEquals(257, g.V().count().next());
            cluster.close();
        }
    }

    @Test
    void loadThatTakesLongerThanSnapshotsAreKeptNamesTheLimit() {
        PraghGraph shortLived =
                PraghGraph.build().set(PraghGraphConfig.SNAPSHOT_SECONDS, 1).open();
        try (ServedGraph served = new ServedGraph(shortLived);
                PraghGraph from = PraghGraph.build().open()) {
            for (long i = 0; i < 300; i++) {
                from.addVertex(T.id, i);
            }
            from.tx().commit();
            Cluster cluster = served.cluster().create();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
            long began = System.nanoTime();
            LoadException tooLong = assertThrows(
                    LoadException.class,
                    () -> RemoteCopy.copy(from, g, more -> {
                        while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(3)) {
                            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                        }
                    }));
            String told = tooLong.getMessage();
            assertTrue(told.contains("limit=pragh.snapshotSeconds"), told);
            assertTrue(told.contains("pragh server --load"), told);
            assertEquals(0, g.V().count().next());
            cluster.close();
        }
    }

    @Test
    void aLoadWithoutLoginIsToldWhatIsMissing() throws Exception {
        Path edges = Files.writeString(folder.resolve("edges.txt"), "1 2");
        try (ServedGraph served = new ServedGraph(Passwords.table("marko:secret"), null)) {
            assertEquals(2, load(PraghServer.text(served.address()), edges));
            assertTrue(err.toString().contains("reason=the server asks for a login; give --user"), err.toString());
        }
    }

    private int load(String server, Path... files) {
        err.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of("load", "--into", server));
        for (Path file : files) {
            arguments.add(file.toString());
        }
        return PraghCli.commandLine(List.of(new LoadCommand()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(new String[0]));
    }
}
