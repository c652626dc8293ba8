package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderInUseException;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks a graph of one process whose data folder lies at bookies. */
class LedgerGraphTest {
    private static final int VERTICES = 300;

    @TempDir
    private Path folder;

    private final TypedCommands typed = TypedCommands.ofFolders();

    private static PraghGraph open(String address, int nodes) {
        return PraghGraph.build()
                .nodes(nodes)
                .partitions(4)
                .data(DataPlace.of(address))
                .open();
    }

    private static void add(PraghGraph graph, int from) {
        GraphTraversalSource g = graph.traversal();
        for (int i = from; i < from + VERTICES; i++) {
            g.addV("person").property(T.id, i).property("number", i).iterate();
            if (i > 0) {
                g.V(i).as("a").V(i - 1).addE("knows").from("a").iterate();
            }
            if (i % 10 == 0) {
                g.tx().commit();
            }
        }
        g.tx().commit();
    }

    private static void check(PraghGraph graph, int vertices) {
        GraphTraversalSource g = graph.traversal();
        assertEquals(vertices, g.V().count().next());
        assertEquals(vertices - 1, g.E().count().next());
        for (int i = 1; i < vertices; i += 7) {
            assertEquals(i - 1, g.V().has("number", i).out("knows").id().next());
        }
        g.tx().rollback();
    }

    @Test
    void aGraphIsThereAgainWhenItIsOpenedByItsAddress() throws IOException {
        try (Bookies bookies = new Bookies(folder)) {
            String address = bookies.address("graphs/social");
            try (PraghGraph graph = open(address, 1)) {
                graph.createIndex(ElementKind.VERTEX, "number");
                add(graph, 0);
                assertThrows(FolderInUseException.class, () -> open(address, 1));
            }
            try (PraghGraph graph = open(address, 2)) {
                check(graph, VERTICES);
                assertTrue(graph.checkpoint());
                add(graph, VERTICES);
            }
            try (PraghGraph graph = open(address, 1)) {
                check(graph, 2 * VERTICES);
            }
            assertEquals(0, typed.run("check", address), typed::err);
            assertTrue(typed.out().contains(" is whole: " + 2 * VERTICES + " vertices"), typed::out);
            Path backups = folder.resolve("backups");
            try (PraghGraph graph = open(address, 1)) {
                assertTrue(graph.backup(backups).full());
            }
            String restored = folder.resolve("restored").toString();
            assertEquals(0, typed.run("restore", backups.toString(), "--data", restored), typed::err);
            try (PraghGraph graph = open(restored, 1)) {
                check(graph, 2 * VERTICES);
            }
            PraghException other = assertThrows(
                    PraghException.class,
                    () -> DataPlace.of("bookkeeper://nowhere/x").open());
            assertTrue(String.valueOf(other.getMessage()).contains("bookkeeper://HOST:PORT/NAME"), other::toString);
        }
    }

    @Test
    void aGraphAtBookiesIsBackedUpWhileItIsClosedAndRestoredToBookies() throws IOException {
        try (Bookies bookies = new Bookies(folder)) {
            String address = bookies.address("social");
            String backups = folder.resolve("backups").toString();
            for (int round = 0; round < 2; round++) { // the second backup is incremental
                try (PraghGraph graph = open(address, 1)) {
                    add(graph, round * VERTICES);
                    PraghGraph used = graph;
                    assertEquals(2, typed.run("backup", "--data", address, backups), typed::out);
                    assertTrue(typed.err().contains("in use"), typed::err);
                    check(used, (round + 1) * VERTICES);
                }
                assertEquals(0, typed.run("backup", "--data", address, backups), typed::err);
            }
            assertTrue(typed.out().contains("incremental backup 2"), typed::out);
            assertEquals(2, typed.run("restore", backups, "--data", address), typed::out);
            assertTrue(typed.err().contains("not empty"), typed::err);

            String copy = bookies.address("copy");
            assertEquals(0, typed.run("restore", backups, "--data", copy), typed::err);
            try (PraghGraph graph = open(copy, 1)) {
                check(graph, 2 * VERTICES);
            }
            String more = bookies.address("more");
            assertEquals(0, typed.run("restore", backups, "--data", more, "--partitions", "8"), typed::err);
            assertEquals(0, typed.run("check", more), typed::err);
            assertTrue(typed.out().contains(" is whole: " + 2 * VERTICES + " vertices"), typed::out);

            String cluster = bookies.address("cluster");
            assertEquals(0, typed.run("restore", backups, "--data", cluster, "--nodes", "2"), typed::err);
            assertTrue(typed.out().contains("node-0, node-1"), typed::out);
            assertEquals(0, typed.run("check", cluster), typed::err);
            assertTrue(typed.out().contains(" is whole: " + 2 * VERTICES + " vertices"), typed::out);
        }
    }

    /** The graph stays open: the ledger that it writes is copied when the next checkpoint has cut the log. */
    @Test
    void aGraphOutlivesItsBookiesThatAreReplaced() throws IOException {
        try (Bookies bookies = new Bookies(folder)) {
            String address = bookies.address("graphs/social");
            try (PraghGraph graph = open(address, 1)) {
                add(graph, 0);
                for (int lost = 0; lost < 3; lost++) {
                    bookies.stop(lost);
                    String where = bookies.startAnother(lost);
                    add(graph, (lost + 1) * VERTICES);
                    bookies.replace(lost, where);
                    assertTrue(graph.checkpoint());
                    assertEquals(0, bookies.replace(lost, where), "what was being written before the checkpoint");
                }
                check(graph, 4 * VERTICES);
            }
            try (PraghGraph graph = open(address, 1)) {
                check(graph, 4 * VERTICES);
            }
        }
    }
}
