package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.TransactionOptions;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.node.KeptCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pragh check} of folders that are whole, and of such that are not. */
class CheckCommandTest {
    @TempDir
    private Path temporary;

    private Path folder = Path.of("");
    private long josh;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void fill() {
        folder = temporary.resolve("data");
        try (PraghGraph graph = PraghGraph.build().data(folder).open()) {
            graph.createIndex(ElementKind.VERTEX, "name");
            graph.createIndex(ElementKind.EDGE, "weight");
            Vertex marko = graph.addVertex("name", "marko");
            Vertex other = graph.addVertex("name", "josh");
            marko.addEdge("knows", other, "weight", 0.5);
            other.addEdge("knows", marko, "weight", 0.5);
            graph.tx().commit();
            josh = (Long) other.id();
        }
    }

    private int check(Path data) {
        return PraghCli.commandLine(List.of(new CheckCommand()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("check", data.toString());
    }

    @Test
    void aFolderThatIsWhole() {
        assertEquals(0, check(folder), err::toString);
        assertEquals(
                "pragh check: " + folder + " is whole: 2 vertices, 2 edges, 2 indexes",
                out.toString().strip());
        assertEquals(0, check(folder), "a check changes nothing");
    }

    @Test
    void aVertexThatIsGoneBehindTheGraphsBack() {
        KeptCluster.Data data = new KeptCluster.Data(DataPlace.of(folder), 4, false);
        try (KeptCluster kept = KeptCluster.embedded(
                data, 1, NodeConfig.DEFAULT, PropertyOperations.ALL, 1, failed -> {}, RestoreProgress.NONE)) {
            try (NodeSession session = kept.nodes().node(0).openSession()) {
                session.retry(TransactionOptions.DEFAULT, transaction -> {
                    transaction.delete(ElementKeys.vertex(josh));
                    return true;
                });
            }
        }
        assertEquals(1, check(folder), out::toString);
        assertTrue(out.toString().contains("is not whole"), out::toString);
        assertTrue(err.toString().contains("the two ends of edges do not agree"), err::toString);
        assertTrue(err.toString().contains("leads to a vertex that is not there"), err::toString);
        assertTrue(err.toString().contains("numbers do not agree: vertices found=1 told=2"), err::toString);
    }

    @Test
    void aFolderThatIsNoneOrDamaged() throws IOException {
        assertEquals(2, check(temporary));
        assertTrue(err.toString().contains("there is no graph in this folder"), err::toString);
        Path log = folder.resolve("log-0000000000000000");
        byte[] bytes = Files.readAllBytes(log);
        bytes[100] ^= 1;
        Files.write(log, bytes);
        assertEquals(2, check(folder));
        assertTrue(err.toString().contains("a record of the log is damaged"), err::toString);
        assertEquals(2, err.toString().strip().lines().count(), err::toString);
    }
}
