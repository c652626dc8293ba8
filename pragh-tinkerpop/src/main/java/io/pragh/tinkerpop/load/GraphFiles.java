package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.UnpackedFile;
import io.pragh.core.property.BulkLoad;
import io.pragh.tinkerpop.serial.GryoFile;
import io.pragh.tinkerpop.structure.StoreGraph;
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
 * A graph of this process that has no element yet is loaded in bulk: everything is gathered on the heap and checked before any of it is
 * stored, and after a failure the graph is as it was. The graph should be nobody else's: while it is stored, readers see a part of it.
 * Any other graph is filled transaction by transaction, a few thousand elements each, so that neither memory nor
 * {@code pragh.snapshotSeconds} limits a load, and after a failure some of them are there: close it, or drop what it has.
 */
public final class GraphFiles {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Graph graph;
    private final GraphSink sink;
    private final LoadOptions options;
    private final LoadWatch watch;

    /** How much there is in a graph after it was loaded into. */
    public record Loaded(long vertices, long edges) {}

    private GraphFiles(Graph graph, GraphSink sink, LoadOptions options, LoadWatch watch) {
        this.graph = graph;
        this.sink = sink;
        this.options = options;
        this.watch = watch;
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
        return load(graph, files, options, LoadWatch.NOBODY);
    }

    /**
     * Loads files, and tells how it gets on.
     *
     * @throws LoadException that says which line of which file is wrong, and why
     */
    public static Loaded load(Graph graph, List<Path> files, LoadOptions options, LoadWatch watch) {
        try (GraphSink sink = sink(graph, watch)) {
            return new GraphFiles(graph, sink, options, watch).load(files);
        }
    }

    private static GraphSink sink(Graph graph, LoadWatch watch) {
        if (graph instanceof StoreGraph own) {
            BulkLoad load = own.bulkLoad();
            if (load != null) {
                graph.tx().rollback(); // it has only read, and what it sees is about to be outdated
                return new BulkSink(load, own.store(), watch);
            }
        }
        return new TransactionSink(graph);
    }

    /** Elements through transactions, whatever the graph is. */
    static Loaded loadByTransactions(Graph graph, List<Path> files, LoadOptions options) {
        try (GraphSink sink = new TransactionSink(graph)) {
            return new GraphFiles(graph, sink, options, LoadWatch.NOBODY).load(files);
        }
    }

    private Loaded load(List<Path> files) {
        // Edges come after all vertices, whichever file has them.
        for (boolean edges : new boolean[] {false, true}) {
            for (Path file : files) {
                FileFormat format = options.format();
                pass(file, format == null ? FileFormat.of(file) : format, edges);
            }
        }
        return end();
    }

    private Loaded end() {
        try {
            return sink.end();
        } catch (PraghException refused) {
            throw new LoadException("cannot load: " + refused.getMessage(), refused);
        }
    }

    private void pass(Path file, FileFormat format, boolean edges) {
        switch (format) {
            case CSV, EDGES -> passText(file, format, edges);
            case GRAPHSON, GRAPHML, GRYO -> passStream(file, format, edges);
        }
    }

    private void passText(Path file, FileFormat format, boolean edges) {
        if (format == FileFormat.EDGES && !edges) {
            return;
        }
        try (InputStream in = UnpackedFile.open(file)) {
            LineBytes lines = new LineBytes(in, watch::read);
            try {
                if (format == FileFormat.CSV) {
                    csv(lines, edges);
                } else {
                    edgeList(lines);
                }
            } catch (RuntimeException | IOException wrong) {
                throw new LoadException(file, lines.line(), FileFault.reason(format, wrong), wrong);
            }
        } catch (IOException unreadable) {
            throw new LoadException(file, 0, FileFault.ofFile(unreadable), unreadable);
        }
    }

    private void passStream(Path file, FileFormat format, boolean edges) {
        try (LineStream lines = lines(file, format, watch::read)) {
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
                    GraphMLReader.build().create().readGraph(lines, new SinkGraph(sink, graph));
                }
            }
            case CSV, EDGES -> throw new IllegalArgumentException("a text is read line by line: format=" + format);
        }
    }

    private void star(GraphReader reader, InputStream in, boolean edges) throws IOException {
        if (edges) {
            StarReader.addEdges(reader, in, sink);
        } else {
            StarReader.addVertices(reader, in, sink);
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

    private void csv(LineBytes lines, boolean edges) throws IOException {
        CsvRecord record = new CsvRecord(lines, options.csvDelimiter());
        if (!record.next()) {
            throw new MalformedLine("the file is empty: expected=a line that names the columns");
        }
        CsvReader reader = new CsvReader(record.texts());
        if (reader.hasVertices() == edges) {
            return;
        }
        while (record.next()) {
            reader.add(record, sink, options.edgeLabel());
        }
    }

    private void edgeList(LineBytes lines) throws IOException {
        EdgeListReader reader = new EdgeListReader(options);
        reader.addAll(lines, sink);
        reader.end();
    }
}
