package io.pragh.tinkerpop.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import io.pragh.tinkerpop.load.LoadException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.process.traversal.IO;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.PartitionStrategy;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoMapper;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoReader;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoWriter;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.apache.tinkerpop.shaded.kryo.Kryo;
import org.apache.tinkerpop.shaded.kryo.io.Output;
import org.apache.tinkerpop.shaded.kryo.serializers.JavaSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that hostile files that pose as graphs make no objects of other classes, and take no time. A {@link Trap}
 * notices when it is made.
 */
@Timeout(60)
class HostileGryoTest {
    @TempDir
    Path folder;

    private final PraghGraph graph = PraghGraph.build().open();

    @AfterEach
    void close() {
        graph.close();
    }

    /** Writes an object of any class where a strategy is expected. */
    private static final class InPlaceOfStrategy extends JavaSerializer {
        @Override
        public void write(Kryo kryo, Output out, Object strategy) {
            super.write(kryo, out, new Trap());
        }
    }

    private Path file(Object value, GryoMapper mapper) throws IOException {
        Path file = folder.resolve("evil.kryo");
        try (TinkerGraph made = TinkerGraph.open();
                OutputStream out = Files.newOutputStream(file)) {
            made.addVertex("v", value);
            GryoWriter.build().mapper(mapper).create().writeGraph(out, made);
        }
        return file;
    }

    private Path trap() throws IOException {
        return file(
                PartitionStrategy.build().partitionKey("k").create(),
                GryoMapper.build()
                        .addCustom(PartitionStrategy.class, new InPlaceOfStrategy())
                        .create());
    }

    @Test
    void gremlinsOwnReaderMakesObjectsOfAnyClass() throws Exception {
        int before = Trap.SPRUNG.get();
        try (InputStream in = Files.newInputStream(trap());
                TinkerGraph read = TinkerGraph.open()) {
            GryoReader.build().create().readGraph(in, read);
        }
        assertEquals(before + 1, Trap.SPRUNG.get()); // shows that the trap works
    }

    @Test
    void loadMakesNone() throws IOException {
        Path trap = trap();
        int before = Trap.SPRUNG.get();
        String told = assertThrows(LoadException.class, () -> GraphFiles.load(graph, trap))
                .getMessage();
        assertTrue(told.contains("class=" + PartitionStrategy.class.getName()), told);
        assertEquals(before, Trap.SPRUNG.get());
    }

    @Test
    void theStepMakesNone() throws IOException {
        String trap = trap().toString();
        String other = Files.move(Path.of(trap), folder.resolve("evil")).toString();
        int before = Trap.SPRUNG.get();
        Files.copy(Path.of(other), Path.of(trap));
        assertRefused(() -> graph.traversal().io(trap).read().iterate());
        assertRefused(() ->
                graph.traversal().io(other).with(IO.reader, IO.gryo).read().iterate());
        assertEquals(before, Trap.SPRUNG.get());
    }

    private static void assertRefused(Runnable read) {
        Throwable cause = assertThrows(RuntimeException.class, read::run);
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertTrue(cause.getMessage().contains("no place for objects of this class"), cause.toString());
    }

    @Test
    void classesAreNotLoadedByName() throws IOException {
        Path file = file(Trap.class, GryoMapper.build().create());
        String told = assertThrows(LoadException.class, () -> GraphFiles.load(graph, file))
                .getMessage();
        assertTrue(told.contains("class=java.lang.Class"), told);
    }

    @Test
    void setsThatShareTheirElementsAreRefused() throws IOException {
        Path file = file(Bombs.sets(40), GryoMapper.build().create());
        String told = assertThrows(LoadException.class, () -> GraphFiles.load(graph, file))
                .getMessage();
        assertTrue(told.contains("take too long to hash"), told);
    }

    @Test
    void valuesComeBack() throws Exception {
        Map<String, Object> values = new HashMap<>();
        List<Object> each = List.of(
                1,
                2L,
                "text",
                1.5f,
                'c',
                new BigDecimal("1.5"),
                UUID.randomUUID(),
                URI.create("x:y"),
                Locale.GERMANY,
                Instant.MAX,
                LocalDate.MAX,
                InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                new ArrayList<>(List.of(1, new ArrayList<>(List.of("x")))),
                new HashSet<>(Set.of(1, 2)),
                new HashMap<>(Map.of("k", 1)));
        for (int i = 0; i < each.size(); i++) {
            values.put("k" + i, each.get(i));
        }
        Path file = folder.resolve("values.kryo");
        try (TinkerGraph made = TinkerGraph.open();
                OutputStream out = Files.newOutputStream(file)) {
            var vertex = made.addVertex("id", "x");
            values.forEach(vertex::property);
            GryoWriter.build().create().writeGraph(out, made);
        }
        GraphFiles.load(graph, file);
        values.forEach((key, value) ->
                assertEquals(value, graph.traversal().V().values(key).next()));
    }
}
