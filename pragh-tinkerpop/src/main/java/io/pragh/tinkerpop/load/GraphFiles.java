package io.pragh.tinkerpop.load;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.io.GraphReader;
import org.apache.tinkerpop.gremlin.structure.io.graphml.GraphMLReader;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONMapper;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONReader;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONVersion;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoReader;
import org.jspecify.annotations.Nullable;

/**
 * Loads files into a graph that nobody else uses yet. It is filled transaction by transaction: after a failure, close it. One thread.
 */
public final class GraphFiles {
    private static final int BUFFER_BYTES = 1 << 16;

    private final GraphWrites writes;
    private final String edgeLabel;
    private final LongConsumer read;

    /** How much there is in a graph after it was loaded into. */
    public record Loaded(long vertices, long edges) {}

    private GraphFiles(Graph graph, String edgeLabel, LongConsumer read) {
        this.writes = new GraphWrites(graph);
        this.edgeLabel = edgeLabel;
        this.read = read;
    }

    /**
     * Loads files of the formats that their names say, plain or gzip, in any order; edges of files without labels are {@code edge}s.
     *
     * @throws LoadException that says which line of which file is wrong, and why
     */
    public static Loaded load(Graph graph, Path... files) {
        return load(graph, List.of(files), null, Edge.DEFAULT_LABEL, bytes -> {});
    }

    /**
     * Loads files, plain or gzip, in any order.
     *
     * @param format what they are written in, or null: as their names say
     * @param edgeLabel label of edges whose file has none
     * @param read is told how many more bytes were read; files may be read twice
     * @throws LoadException that says which line of which file is wrong, and why
     */
    public static Loaded load(
            Graph graph, List<Path> files, @Nullable FileFormat format, String edgeLabel, LongConsumer read) {
        GraphFiles load = new GraphFiles(graph, edgeLabel, read);
        // Edges come after all vertices, whichever file has them.
        for (boolean edges : new boolean[] {false, true}) {
            for (Path file : files) {
                load.pass(file, format == null ? FileFormat.of(file) : format, edges);
            }
        }
        load.writes.commit();
        long vertices = graph.traversal().V().count().next();
        long edgeCount = graph.traversal().E().count().next();
        graph.tx().rollback();
        return new Loaded(vertices, edgeCount);
    }

    private void pass(Path file, FileFormat format, boolean edges) {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
                InputStream plain = isGzip(raw) ? new BufferedInputStream(new GZIPInputStream(raw)) : raw;
                LineStream lines = new LineStream(plain, read)) {
            try {
                pass(file, lines, format, edges);
            } catch (RuntimeException | IOException wrong) {
                throw new LoadException(file, format == FileFormat.GRYO ? 0 : lines.line(), reason(wrong), wrong);
            }
        } catch (IOException unreadable) {
            throw new LoadException(file, 0, reason(unreadable), unreadable);
        }
    }

    private void pass(Path file, LineStream lines, FileFormat format, boolean edges) throws IOException {
        switch (format) {
            case GRAPHSON -> star(graphson(file), lines, edges);
            case GRYO -> star(GryoReader.build().create(), lines, edges);
            case GRAPHML -> {
                if (edges) {
                    GraphMLReader.build().create().readGraph(lines, writes.graph());
                    writes.commit();
                }
            }
            case CSV -> csv(lines, edges);
            case EDGES -> {
                if (edges) {
                    edgeList(lines);
                }
            }
        }
    }

    private void star(GraphReader reader, InputStream in, boolean edges) throws IOException {
        if (edges) {
            StarReader.addEdges(reader, in, writes);
        } else {
            StarReader.addVertices(reader, in, writes);
        }
    }

    /** Versions 2 and 3 say the type of every number, version 1 of none. */
    private static GraphReader graphson(Path file) throws IOException {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
                InputStream plain = isGzip(raw) ? new GZIPInputStream(raw) : raw;
                BufferedReader in = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            String first = in.readLine();
            GraphSONVersion version =
                    first != null && !first.contains("\"@type\"") ? GraphSONVersion.V1_0 : GraphSONVersion.V3_0;
            return GraphSONReader.build()
                    .mapper(GraphSONMapper.build().version(version).create())
                    .create();
        }
    }

    private void csv(LineStream lines, boolean edges) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8));
        CsvLine header = CsvLine.read(in, ',');
        if (header == null) {
            throw new MalformedLine("the file is empty");
        }
        CsvReader reader = new CsvReader(header);
        if (reader.hasVertices() == edges) {
            return;
        }
        for (CsvLine line = CsvLine.read(in, ','); line != null; line = CsvLine.read(in, ',')) {
            reader.add(line, writes, edgeLabel);
        }
    }

    private void edgeList(LineStream lines) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            EdgeListReader.add(line, edgeLabel, writes);
        }
    }

    private static boolean isGzip(InputStream in) throws IOException {
        in.mark(2);
        boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return gzip;
    }

    /** The first line of what the innermost exception says; parsers wrap, and draw what they found below. */
    private static String reason(Throwable wrong) {
        Throwable cause = wrong;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        if (message == null || message.isBlank()) {
            return cause.getClass().getSimpleName();
        }
        return message.strip().lines().findFirst().orElseThrow();
    }
}
