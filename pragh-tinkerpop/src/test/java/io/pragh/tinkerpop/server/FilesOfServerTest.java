package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.IO;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.PartitionStrategy;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoWriter;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the step io of clients reads and writes no files, or only files of one folder. Clients try paths,
 * links, formats and options that lead out of it.
 */
class FilesOfServerTest {
    @TempDir
    Path folder;

    private ServedGraph served;
    private Cluster cluster;
    private GraphTraversalSource g;

    @AfterEach
    void disconnect() {
        cluster.close();
        served.close();
    }

    private void connect(ServedGraph graph) {
        served = graph;
        cluster = served.cluster().create();
        g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
        g.addV("person").property("name", "Ada").iterate();
    }

    @Test
    void noFileIsWrittenOrRead() throws Exception {
        connect(new ServedGraph());
        Path made = folder.resolve("authorized_keys");
        Path there = Files.writeString(folder.resolve("there.json"), "{}");
        assertRefused(
                "server.ioFolder",
                () -> g.io(made.toString()).with(IO.writer, IO.graphml).write().iterate());
        assertRefused("server.ioFolder", () -> g.io(there.toString()).read().iterate());
        assertRefused("server.ioFolder", () -> g.io("nowhere.json").read().iterate()); // nor which files there are
        for (Client client : new Client[] {cluster.connect(), cluster.connect("a-session")}) {
            assertRefused(
                    "server.ioFolder",
                    () -> client.submit("g.io('" + made + "').with(IO.writer, IO.graphml).write().iterate()")
                            .all()
                            .get());
            client.close();
        }
        assertFalse(Files.exists(made));
    }

    @Test
    @SuppressWarnings("unchecked") // Gremlin's method has a generic parameter of variable length
    void theStrategyThatRefusesCannotBeLeftOut() throws Exception {
        connect(new ServedGraph());
        Path made = folder.resolve("made.json");
        assertRefused(
                "server.ioFolder",
                () -> g.withoutStrategies(FilesStrategy.class)
                        .io(made.toString())
                        .write()
                        .iterate());
        assertRefused(
                "FilesStrategy",
                () -> g.withStrategies(new FilesStrategy(folder))
                        .io(made.toString())
                        .write()
                        .iterate());
        assertFalse(Files.exists(made));
    }

    @Test
    void filesOfTheFolderAreWrittenAndRead() {
        connect(new ServedGraph(folder));
        g.io("people.json").write().iterate();
        assertTrue(Files.exists(folder.resolve("people.json")));
        g.V().drop().iterate();
        g.io("people.json").with(IO.reader, IO.graphson).read().iterate();
        assertEquals("Ada", g.V().values("name").next());
    }

    @Test
    void nothingElseIs(@TempDir Path elsewhere) throws Exception {
        connect(new ServedGraph(folder));
        Files.createSymbolicLink(folder.resolve("link.json"), elsewhere.resolve("made.json"));
        Files.createSymbolicLink(folder.resolve("door"), elsewhere);
        for (String name : new String[] {
            "../made.json", "a/../../made.json", elsewhere + "/made.json", "link.json", "door/made.json", "no/made.json"
        }) {
            assertRefused("ioFolder", () -> g.io(name).write().iterate());
        }
        try (var made = Files.list(elsewhere)) {
            assertEquals(0, made.count());
        }
    }

    @Test
    void gryoHoldsAGraphAndNothingElse() throws Exception {
        connect(new ServedGraph(folder));
        g.io("people.kryo").write().iterate();
        g.V().drop().iterate();
        g.io("people.kryo").read().iterate();
        assertEquals("Ada", g.V().values("name").next());
        try (TinkerGraph made = TinkerGraph.open();
                OutputStream out = Files.newOutputStream(folder.resolve("evil.kryo"))) {
            made.addVertex("v", PartitionStrategy.build().partitionKey("k").create());
            GryoWriter.build().create().writeGraph(out, made);
        }
        assertRefused(
                "no place for objects of this class",
                () -> g.io("evil.kryo").read().iterate());
        assertRefused(
                "no place for objects of this class",
                () -> g.io("evil.kryo").with(IO.reader, IO.gryo).read().iterate());
    }

    @Test
    void otherFormatsThanGremlinsAreNotRead() throws Exception {
        connect(new ServedGraph(folder));
        String[] lines = {":ID,name", "1,Bob"};
        for (String name : new String[] {"a.csv", "a.e", "a", "a.json.gz"}) {
            Files.writeString(folder.resolve(name), String.join("\n", lines));
            assertRefused("knows files .json", () -> g.io(name).read().iterate());
        }
        assertRefused(
                "graphson, gryo and graphml",
                () -> g.io("a.csv").with(IO.reader, "csv").read().iterate());
        g.io("people.json").write().iterate();
        g.V().drop().iterate();
        Path zipped = folder.resolve("zipped.json");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            Files.copy(folder.resolve("people.json"), out);
        }
        assertRefused("", () -> g.io("zipped.json").read().iterate()); // nor is it unpacked
        assertEquals(0, g.V().count().next());
    }

    @Test
    void noClassIsLoadedByName() {
        connect(new ServedGraph(folder));
        g.io("people.json").write().iterate();
        assertRefused(
                "graphson, gryo and graphml",
                () -> g.io("people.json")
                        .with(IO.reader, "org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONReader")
                        .read()
                        .iterate());
        assertRefused(
                "no classes",
                () -> g.io("people.json")
                        .with(IO.registry, "org.apache.tinkerpop.gremlin.structure.io.AbstractIoRegistry")
                        .read()
                        .iterate());
    }

    private static void assertRefused(String why, Executable request) {
        Throwable refused = assertThrows(Exception.class, request);
        while (refused.getCause() != null
                && !String.valueOf(refused.getMessage()).contains(why)) {
            refused = refused.getCause();
        }
        assertTrue(String.valueOf(refused.getMessage()).contains(why), refused.toString());
    }
}
