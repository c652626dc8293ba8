package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.UnpackedFile;
import io.pragh.core.property.BulkLoad;
import io.pragh.tinkerpop.serial.GryoFile;
import io.pragh.tinkerpop.structure.StoreGraph;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.io.GraphReader;
import org.apache.tinkerpop.gremlin.structure.io.graphml.GraphMLReader;

/**
 * Loads files into a graph: GraphSON, GraphML, Gryo, CSV with Neo4j's headers, and lists of edges, plain or gzip. One
 * thread.
 *
 * <pre>{@code
 * try (PraghGraph graph = PraghGraph.build().open()) {
 *     GraphFiles.load(graph, List.of(Path.of("people.csv"), Path.of("roles.csv")), LoadOptions.DEFAULT);
 * }
 * }</pre>
 *
 * A graph of this process that has no element yet is loaded in bulk: everything is gathered on the heap and checked
 * before any of it is stored, and after a failure the graph is unchanged. No other thread should use the graph
 * meanwhile: while elements are stored, readers see a part of them. Any other graph is filled transaction by
 * transaction, a few thousand elements each, so that neither memory nor {@code pragh.snapshotSeconds} limits a load,
 * and after a failure some elements are stored: close the graph, or drop its elements.
 */
public final class GraphFiles {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Graph graph;
    private final GraphSink sink;
    private final LoadOptions options;
    private final LoadWatch watch;
    private final boolean propertyIds;

    /** The number of elements in a graph after a load. */
    public record Loaded(long vertices, long edges) {}

    private GraphFiles(Graph graph, GraphSink sink, LoadOptions options, LoadWatch watch, boolean propertyIds) {
        this.graph = graph;
        this.sink = sink;
        this.options = options;
        this.watch = watch;
        this.propertyIds = propertyIds;
    }

    /**
     * Loads files, whose names give their formats, plain or gzip, in any order; edges of files without labels are
     * {@code edge}s.
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
     * Loads files, and reports the progress.
     *
     * @throws LoadException that says which line of which file is wrong, and why
     */
    public static Loaded load(Graph graph, List<Path> files, LoadOptions options, LoadWatch watch) {
        try (GraphSink sink = sink(graph, watch)) {
            new GraphFiles(graph, sink, options, watch, false).load(files);
            return sink.count();
        }
    }

    /**
     * Loads one file, keeping also the identifiers of vertex properties, without counting the graph's elements
     * afterwards. The calling thread's open transaction is committed with it, and no other transaction is begun, so
     * it may be all of a threaded one.
     *
     * @throws LoadException that says which line of the file is wrong, and why
     */
    public static void read(Graph graph, Path file, LoadOptions options) {
        try (GraphSink sink = sink(graph, LoadWatch.NOBODY)) {
            new GraphFiles(graph, sink, options, LoadWatch.NOBODY, true).load(List.of(file));
        }
    }

    private static GraphSink sink(Graph graph, LoadWatch watch) {
        if (graph instanceof StoreGraph own) {
            BulkLoad load = own.bulkLoad();
            if (load != null) {
                if (graph.tx().isOpen()) {
                    graph.tx().rollback(); // it has only read, and its snapshot is about to be outdated
                }
                return new BulkSink(load, own.store(), watch);
            }
        }
        return new TransactionSink(graph);
    }

    /** Loads elements by transactions, whatever the graph is. */
    static Loaded loadByTransactions(Graph graph, List<Path> files, LoadOptions options) {
        try (GraphSink sink = new TransactionSink(graph)) {
            new GraphFiles(graph, sink, options, LoadWatch.NOBODY, false).load(files);
            return sink.count();
        }
    }

    private void load(List<Path> files) {
        files.forEach(this::checkRepeatable);
        // Edges come after all vertices, whichever file has them.
        for (boolean edges : new boolean[] {false, true}) {
            for (Path file : files) {
                pass(file, format(file), edges);
            }
        }
        end();
    }

    private FileFormat format(Path file) {
        FileFormat format = options.format();
        return format == null ? FileFormat.of(file) : format;
    }

    /** Refuses a pipe where the second pass would find nothing more, and so no edges. */
    private void checkRepeatable(Path file) {
        boolean once = switch (format(file)) {
            case EDGES, GRAPHML -> true;
            case CSV, GRAPHSON, GRYO -> false;
        };
        if (!once && Files.exists(file) && !Files.isRegularFile(file)) {
            throw new LoadException(
                    file, 0, "not a regular file; it would be read more than once, save it to one first", null);
        }
    }

    private void end() {
        try {
            sink.end();
        } catch (PraghException refused) {
            throw new LoadException("cannot load: " + refused.getMessage(), refused);
        }
    }

    private void pass(Path file, FileFormat format, boolean edges) {
        switch (format) {
            case CSV, EDGES -> passText(file, format, edges);
            case GRAPHSON, GRYO -> passStars(file, format, edges);
            case GRAPHML -> {
                if (edges) {
                    GraphMLReader reader = GraphMLReader.build().create();
                    passStream(file, format, in -> reader.readGraph(in, new SinkGraph(sink, graph)));
                }
            }
        }
    }

    private void passText(Path file, FileFormat format, boolean edges) {
        if (format == FileFormat.CSV) {
            passLines(file, format, lines -> csv(lines, edges));
        } else if (edges) {
            passLines(file, format, this::edgeList);
        }
    }

    private void passLines(Path file, FileFormat format, Pass<LineBytes> pass) {
        try (InputStream in = UnpackedFile.open(file)) {
            int lineBytesMax =
                    LineBytes.lineBytesMax(format, Runtime.getRuntime().maxMemory());
            LineBytes lines = new LineBytes(in, watch::read, lineBytesMax);
            try {
                pass.read(lines);
            } catch (RuntimeException | IOException wrong) {
                throw new LoadException(file, lines.line(), FileFault.reason(format, wrong), wrong);
            }
        } catch (IOException unreadable) {
            throw new LoadException(file, 0, FileFault.ofFile(unreadable), unreadable);
        }
    }

    /**
     * An edge is in the file with both its vertices, or with its out-vertex; in some files only with its in-vertex.
     */
    private void passStars(Path file, FileFormat format, boolean edges) {
        StarReader reader = new StarReader(sink, propertyIds);
        if (!edges) {
            passStars(file, format, reader::addVertices);
            return;
        }
        passStars(file, format, stars -> reader.addEdges(stars, Direction.OUT));
        if (!reader.hasEdges()) {
            passStars(file, format, stars -> reader.addEdges(stars, Direction.IN));
        }
    }

    private void passStars(Path file, FileFormat format, Pass<StarReader.Stars> pass) {
        if (format == FileFormat.GRAPHSON) {
            passLines(file, format, lines -> pass.read(GraphSonFile.stars(lines)));
        } else {
            GraphReader reader = GryoFile.reader();
            passStream(
                    file,
                    format,
                    in -> pass.read((vertices, ends, direction) ->
                            reader.readVertices(in, vertices, ends, direction).forEachRemaining(read -> {})));
        }
    }

    /** One pass over a file. */
    private interface Pass<I> {
        void read(I in) throws IOException;
    }

    private void passStream(Path file, FileFormat format, Pass<InputStream> pass) {
        try (LineStream lines = lines(file)) {
            try {
                pass.read(lines);
            } catch (RuntimeException | IOException wrong) {
                long line = format == FileFormat.GRYO ? 0 : lines.line();
                throw new LoadException(file, line, FileFault.reason(format, wrong), wrong);
            }
        } catch (IOException unreadable) {
            throw new LoadException(file, 0, FileFault.ofFile(unreadable), unreadable);
        }
    }

    private LineStream lines(Path file) throws IOException {
        return new LineStream(new BufferedInputStream(UnpackedFile.open(file), BUFFER_BYTES), watch::read);
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
