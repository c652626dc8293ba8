package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;
import javax.xml.stream.XMLStreamException;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoWriter;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.apache.tinkerpop.shaded.kryo.KryoException;

/**
 * Writes a graph as it is at one moment into a file that {@link GraphFiles} loads: Gryo represents everything,
 * GraphSON all but null and arrays, the others only a part. Memory holds a page of vertices with their edges, never
 * the graph. One thread.
 *
 * <pre>{@code
 * GraphExport.write(graph, Path.of("graph.json.gz"));
 * }</pre>
 *
 * A file gets its final name when it is complete and on the disk.
 */
public final class GraphExport {
    private static final int CSV_FILES = 2;

    private final List<Path> files;
    private final Settings settings;
    private final Losses losses;
    private final FileFormat format;

    /**
     * Settings of an export. Immutable.
     *
     * @param options format, delimiter, and the names of edges and weights in lists of edges
     * @param replaces whether existing files are replaced
     * @param drops whether data that the format cannot represent is left out, instead of ending the export
     */
    public record Settings(LoadOptions options, boolean replaces, boolean drops) {
        /** The format by the file's name; nothing is replaced, nothing left out. */
        public static final Settings DEFAULT = new Settings(LoadOptions.DEFAULT, false, false);
    }

    /** The number of elements written, and a description of what was left out. Immutable. */
    public record Written(long vertices, long edges, List<String> leftOut) {}

    /** Receives the progress of an export. */
    public interface Progress {
        /** The export begins with so many vertices and edges. */
        void begins(long elements);

        /** So many more are written. */
        void advances(long elements);
    }

    private static final class Silent implements Progress {
        @Override
        public void begins(long elements) {}

        @Override
        public void advances(long elements) {}
    }

    private GraphExport(List<Path> files, Settings settings) {
        this.files = files;
        this.settings = settings;
        this.losses = new Losses(settings.drops());
        FileFormat given = settings.options().format();
        this.format = given == null ? FileFormat.of(files.get(0)) : given;
    }

    /**
     * Writes a graph of this process, without the calling thread's uncommitted changes.
     *
     * @throws ExportException when it cannot be written; then the file does not exist, or is unchanged
     */
    public static Written write(Graph graph, Path file) {
        return write(graph, List.of(file), Settings.DEFAULT);
    }

    /**
     * Writes a graph of this process.
     *
     * @param files one; two for CSV: vertices, then edges
     * @throws ExportException when it cannot be written; then the file does not exist, or is unchanged
     */
    public static Written write(Graph graph, List<Path> files, Settings settings) {
        GraphExport export = new GraphExport(files, settings);
        export.check();
        try (GraphSource source = new EmbeddedSource(graph)) {
            return export.write(source, new Silent());
        }
    }

    /**
     * Writes a server's graph, read in a transaction of its own.
     *
     * @param from a traversal source with a connection to the server
     * @throws ExportException when it cannot be written; then the file does not exist, or is unchanged
     */
    public static Written write(GraphTraversalSource from, List<Path> files, Settings settings, Progress progress) {
        GraphExport export = new GraphExport(files, settings);
        export.check();
        long began = System.nanoTime();
        try (GraphSource source = new RemoteSource(from)) {
            return export.write(source, progress);
        } catch (IOException failed) {
            throw new ExportException(files.get(0), FileFault.ofFile(failed), failed);
        } catch (RuntimeException failed) {
            if (SnapshotLimit.ended(failed)) {
                throw new ExportException(
                        files.get(0), SnapshotLimit.sentence(began) + "; raise it there, or write Gryo", failed);
            }
            throw failed;
        }
    }

    /** Checks the conditions that do not depend on the graph. */
    private void check() {
        int expected = format == FileFormat.CSV ? CSV_FILES : 1;
        if (files.size() != expected) {
            throw new ExportException(
                    files.get(0),
                    "CSV takes two files, vertices and then edges, any other format one: expected=" + expected
                            + " found=" + files.size(),
                    null);
        }
        if (files.stream().map(GraphExport::place).distinct().count() < files.size()) {
            throw new ExportException(
                    files.get(0), "vertices and edges take a file each, and this one is named twice", null);
        }
        for (Path file : files) {
            if (Files.isDirectory(file)) {
                throw new ExportException(file, "it is a folder; name a file in it", null);
            }
            if (!settings.replaces() && Files.exists(file)) {
                throw new ExportException(file, "the file is there already; --force replaces it", null);
            }
            Path folder = file.toAbsolutePath().getParent();
            if (folder == null || !Files.isDirectory(folder)) {
                throw new ExportException(file, "there is no such folder", null);
            }
        }
    }

    private static Path place(Path file) {
        return file.toAbsolutePath().normalize();
    }

    private Written write(GraphSource source, Progress progress) {
        long vertices = source.vertices();
        long edges = source.edges();
        progress.begins(vertices + edges);
        List<PartFile> parts = new ArrayList<>();
        try {
            for (Path file : files) {
                parts.add(new PartFile(file));
            }
            long[] written = new long[1];
            write(source, parts, more -> {
                written[0] += more;
                progress.advances(more);
            });
            if (written[0] != vertices + edges) {
                throw new PraghException("the graph does not stand still: expected=" + (vertices + edges)
                        + " elements found=" + written[0]);
            }
            for (PartFile part : parts) {
                part.finish();
            }
            check(); // another process may have created a file meanwhile
            for (PartFile part : parts) {
                part.rename();
            }
            return new Written(vertices, edges, losses.told());
        } catch (MalformedLine lost) {
            throw new ExportException(files.get(0), String.valueOf(lost.getMessage()), lost);
        } catch (IOException | XMLStreamException | KryoException failed) {
            throw new ExportException(files.get(0), FileFault.ofWriting(failed), failed);
        } finally {
            close(parts);
        }
    }

    private void close(List<PartFile> parts) {
        for (PartFile part : parts) {
            try {
                part.close();
            } catch (IOException failed) {
                throw new ExportException(files.get(0), FileFault.ofFile(failed), failed);
            }
        }
    }

    private void write(GraphSource source, List<PartFile> parts, LongConsumer written)
            throws IOException, XMLStreamException {
        PartFile first = parts.get(0);
        switch (format) {
            case GRAPHSON ->
                GraphSonFile.write(first.out(), IteratorUtils.map(source.stars(), star -> {
                    GraphSonFile.check(star);
                    return counted(star, written);
                }));
            case GRYO ->
                GryoWriter.build()
                        .create()
                        .writeVertices(
                                first.out(),
                                IteratorUtils.map(source.stars(), star -> counted(star, written)),
                                Direction.BOTH);
            case GRAPHML -> new GraphMlExport(source, first.out(), losses, written).write();
            case CSV -> {
                Writer vertices = new OutputStreamWriter(first.out(), StandardCharsets.UTF_8);
                Writer edges = new OutputStreamWriter(parts.get(1).out(), StandardCharsets.UTF_8);
                new CsvExport(source, settings.options(), losses, written).write(vertices, edges);
                vertices.flush();
                edges.flush();
            }
            case EDGES -> {
                Writer out = new OutputStreamWriter(first.out(), StandardCharsets.UTF_8);
                EdgeListWriter list = new EdgeListWriter(out, settings.options(), losses);
                for (Iterator<Vertex> stars = source.stars(); stars.hasNext(); ) {
                    Vertex star = stars.next();
                    list.add(star);
                    written.accept(elements(star));
                }
                out.flush();
            }
        }
    }

    /** The number of a vertex and the edges that leave it. */
    private static long elements(Vertex star) {
        return 1 + IteratorUtils.count(star.edges(Direction.OUT));
    }

    private static Vertex counted(Vertex star, LongConsumer written) {
        written.accept(elements(star));
        return star;
    }
}
