package io.pragh.tinkerpop.cli;

import io.pragh.tinkerpop.load.FileFormat;
import io.pragh.tinkerpop.load.GraphFiles;
import io.pragh.tinkerpop.load.GraphFiles.Loaded;
import io.pragh.tinkerpop.load.LoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How files are read that a graph is filled from. One thread. */
final class FileOptions {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "One of ${COMPLETION-CANDIDATES} (default: by the file's name: .json and .graphson, .xml and .graphml, "
                            + ".kryo and .gryo, .csv; else edges). Any may be gzip.")
    private @Nullable FileFormat format;

    @Option(
            names = "--edge-label",
            paramLabel = "LABEL",
            defaultValue = "edge",
            description = "Label of edges whose file names none (default: ${DEFAULT-VALUE}).")
    private String edgeLabel = "";

    /** Fills a graph that is of no use if this fails. */
    Loaded load(Graph graph, List<Path> files) throws IOException {
        for (Path file : files) {
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new CliException("no such file: name=" + file);
            }
        }
        try (LoadProgress progress = LoadProgress.reading(files)) {
            return GraphFiles.load(graph, files, format, edgeLabel, progress::step);
        } catch (LoadException wrong) {
            throw new CliException(String.valueOf(wrong.getMessage()));
        }
    }
}
