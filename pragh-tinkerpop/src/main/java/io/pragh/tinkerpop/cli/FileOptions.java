package io.pragh.tinkerpop.cli;

import io.pragh.core.bulk.EdgeListException;
import io.pragh.core.bulk.EdgeListFile;
import io.pragh.tinkerpop.load.FileFormat;
import io.pragh.tinkerpop.load.GraphFiles;
import io.pragh.tinkerpop.load.GraphFiles.Loaded;
import io.pragh.tinkerpop.load.LoadException;
import io.pragh.tinkerpop.load.LoadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the files from which a graph is loaded. One thread. */
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

    @Option(
            names = "--weight",
            paramLabel = "KEY",
            defaultValue = "weight",
            description =
                    "Property that the third column of a list of edges becomes, a number (default: ${DEFAULT-VALUE}).")
    private String weightKey = "";

    @Option(
            names = "--delimiter",
            paramLabel = "CHARACTER",
            description =
                    "What separates the columns of CSV (default: a comma) and of lists of edges (default: blanks, tabs or a"
                            + " comma); \\t is a tab.")
    private @Nullable String delimiter;

    /** Loads files into a graph that is discarded if this fails. */
    Loaded load(Graph graph, List<Path> given) throws IOException {
        LoadOptions options = options();
        List<Path> files = given.stream().map(FileOptions::find).toList();
        try (LoadProgress progress = LoadProgress.reading(files)) {
            return GraphFiles.load(graph, files, options, progress);
        } catch (LoadException wrong) {
            throw new CliException(String.valueOf(wrong.getMessage()));
        }
    }

    LoadOptions options() {
        LoadOptions options = new LoadOptions(format, edgeLabel, weightKey, null);
        if (delimiter == null) {
            return options;
        }
        String text = delimiter.equals("\\t") ? "\t" : delimiter;
        if (text.length() != 1 || "\"\r\n".contains(text)) {
            throw new CliException(
                    "a delimiter is one character, and no quote: expected=| or ; or \\t found=" + delimiter);
        }
        return options.withDelimiter(text.charAt(0));
    }

    /** The file, or as for demo --file the list of edges that a folder or the prefix of a name stands for. */
    private static Path find(Path given) {
        if (Files.isRegularFile(given) && !Files.isReadable(given)) {
            throw new CliException("the file must not be read; check its permissions: name=" + given);
        }
        try {
            return EdgeListFile.at(given).file();
        } catch (EdgeListException none) {
            throw new CliException(
                    Files.exists(given) ? String.valueOf(none.getMessage()) : "no such file: name=" + given);
        }
    }
}
