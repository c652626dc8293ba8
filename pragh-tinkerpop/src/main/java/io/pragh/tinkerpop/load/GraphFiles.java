package io.pragh.tinkerpop.load;

import io.pragh.core.bulk.UnpackedFile;
import io.pragh.tinkerpop.serial.GryoFile;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.io.GraphReader;
import org.apache.tinkerpop.gremlin.structure.io.graphml.GraphMLReader;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONMapper;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONReader;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONVersion;

/**
 * Loads files into a graph: GraphSON, GraphML, Gryo, CSV with Neo4j's headers, and lists of edges, plain or gzip. One thread.
 *
 * <pre>{@code
 * try (PraghGraph graph = PraghGraph.build().open()) {
 *     GraphFiles.load(graph, List.of(Path.of("people.csv"), Path.of("roles.csv")), LoadOptions.DEFAULT);
 * }
 * }</pre>
 *
 * The graph should be nobody else's yet: it is filled transaction by transaction, a few thousand elements each, so that neither memory
 * nor {@code pragh.snapshotSeconds} limits a load, and after a failure some of them are there: close it, or drop what it has.
 */
public final class GraphFiles {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final GraphWrites writes;
    private final LoadOptions options;
    private final LongConsumer read;

    /** How much there is in a graph after it was loaded into. */
    public record Loaded(long vertices, long edges) {}

    private GraphFiles(Graph graph, LoadOptions options, LongConsumer read) {
        this.writes = new GraphWrites(graph);
        this.options = options;
        this.read = read;
    }

    /**
     * Loads files of the formats that their names say, plain or gzip, in any order; edges of files without labels are {@code edge}s.
     *
     * @throws LoadException that says which line of which file is wrong, and why
     */
    public static Loaded load(Graph graph, Path... files) {
        return load(graph, List.of(files), LoadOptions.DEFAULT);
    }

    /**
     * Loads files, which are one graph together, in any order.
     *
     * @throws LoadException that says which line of which file is wrong, and why
     */
    public static Loaded load(Graph graph, List<Path> files, LoadOptions options) {
        return load(graph, files, options, bytes -> {});
    }

    /**
     * Loads files, and tells how it gets on.
     *
     * @param read is told how many more bytes were read, unpacked; files may be read twice
     * @throws LoadException that says which line of which file is wrong, and why
     */
    public static Loaded load(Graph graph, List<Path> files, LoadOptions options, LongConsumer read) {
        GraphFiles load = new GraphFiles(graph, options, read);
        // Edges come after all vertices, whichever file has them.
        for (boolean edges : new boolean[] {false, true}) {
            for (Path file : files) {
                FileFormat format = options.format();
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
        try (LineStream lines = lines(file, format, read)) {
            try {
                pass(file, lines, format, edges);
            } catch (RuntimeException | IOException wrong) {
                long line = format == FileFormat.GRYO ? 0 : lines.line();
                throw new LoadException(file, line, FileFault.reason(format, wrong), wrong);
            }
        } catch (IOException unreadable) {
            throw new LoadException(file, 0, FileFault.ofFile(unreadable), unreadable);
        }
    }

    private static LineStream lines(Path file, FileFormat format, LongConsumer read) throws IOException {
        return new LineStream(
                new BufferedInputStream(UnpackedFile.open(file), BUFFER_BYTES),
                read,
                LineStream.lineBytesMax(format, Runtime.getRuntime().maxMemory()));
    }

    private void pass(Path file, LineStream lines, FileFormat format, boolean edges) throws IOException {
        switch (format) {
            case GRAPHSON -> star(graphson(file), lines, edges);
            case GRYO -> star(GryoFile.reader(), lines, edges);
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
        try (InputStream raw = lines(file, FileFormat.GRAPHSON, again -> {});
                BufferedReader in = new BufferedReader(new InputStreamReader(raw, StandardCharsets.UTF_8))) {
            String first = in.readLine();
            GraphSONVersion version =
                    first != null && !first.contains("\"@type\"") ? GraphSONVersion.V1_0 : GraphSONVersion.V3_0;
            return GraphSONReader.build()
                    .mapper(GraphSONMapper.build().version(version).create())
                    .create();
        }
    }

    private void csv(LineStream lines, boolean edges) throws IOException {
        BufferedReader in = text(lines);
        char delimiter = options.csvDelimiter();
        CsvLine header = CsvLine.read(in, delimiter);
        if (header == null) {
            throw new MalformedLine("the file is empty: expected=a line that names the columns");
        }
        CsvReader reader = new CsvReader(header);
        if (reader.hasVertices() == edges) {
            return;
        }
        for (CsvLine line = CsvLine.read(in, delimiter); line != null; line = CsvLine.read(in, delimiter)) {
            reader.add(line, writes, options.edgeLabel());
        }
    }

    private void edgeList(LineStream lines) throws IOException {
        BufferedReader in = text(lines);
        EdgeListReader reader = new EdgeListReader(options);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            reader.add(line, writes);
        }
        reader.end();
    }

    /** Without the mark with which some programs begin their text. */
    private static BufferedReader text(LineStream lines) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8));
        in.mark(1);
        if (in.read() != BYTE_ORDER_MARK) {
            in.reset();
        }
        return in;
    }
}
