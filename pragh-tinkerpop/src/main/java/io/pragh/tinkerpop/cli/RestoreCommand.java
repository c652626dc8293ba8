package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderTransfer;
import io.pragh.core.durable.UnfinishedFolder;
import io.pragh.core.persist.BackupOpening;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphCopy;
import io.pragh.tinkerpop.load.GraphFiles.Loaded;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pragh restore}: restores a backup to a new data folder, or to the graph of a server. One thread. */
@Command(
        name = "restore",
        description = {
            "Make a new data folder of a backup, or load it into the graph of a running server. Every file of the backup that is"
                    + " needed is checked first; a folder gets its name when it is whole.",
            "A backup of a cluster becomes a data folder of one process, or with --nodes one of a cluster of as many; one of a process,"
                    + " too. With as many partitions as the backup has, files are copied. With another number the graph is read into memory twice,"
                    + " and compared afterwards: all elements with their identifiers, both ends of edges, indexes."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:The graph is restored.",
            "1:It failed.",
            "2:It cannot be restored: a file is missing or damaged, or the folder cannot be used; the line says which."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class RestoreCommand implements CliCommand {
    private static final int PARTITIONS_MAX = 128;
    /** Name of the data folder of a node, before its number. */
    private static final String NODE = "node-";

    @Parameters(paramLabel = "BACKUP", description = "The folder with the backups.")
    private Path backup = Path.of("");

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description =
                    "The data folder to make: empty, or not there yet; also one at bookies: bookkeeper://HOST:PORT/NAME,"
                            + " for which the graph is made in -Djava.io.tmpdir first.")
    private @Nullable DataPlace data;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "How many partitions the graph gets, 1 to 128 (default: as many as it had).")
    private @Nullable Integer partitions;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description =
                    "With --data: data folders of a cluster of so many nodes, which is started by: pragh cluster start --nodes"
                            + " N --data FOLDER.")
    private @Nullable Integer nodes;

    @Option(
            names = "--server",
            paramLabel = "HOST[:PORT]",
            description =
                    "Load it into the graph of this server, in one transaction. Edges and properties of vertices get new"
                            + " identifiers; indexes and variables are not sent.")
    private @Nullable String server;

    @Option(
            names = "--as-of",
            paramLabel = "N|TIME",
            description =
                    "Restore this backup, by its number, or the last one until then: 2026-11-27T13:00:00Z (default: the"
                            + " last one).")
    private @Nullable String asOf;

    @Option(names = "--list", description = "List the backups that there are, and end.")
    private boolean list;

    @Mixin
    private StoredClasses classes = new StoredClasses();

    @Mixin
    private ServerLogin login = new ServerLogin();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        checkOptions();
        try (BackupOpening backups = BackupOpening.of(backup)) {
            if (list) {
                list(backups);
            } else if (data != null) {
                intoPlace(backups, data);
            } else if (server != null) {
                intoServer(backups, server);
            }
            return 0;
        } catch (PraghException cannot) {
            throw new CliException(String.valueOf(cannot.getMessage()));
        }
    }

    private void checkOptions() {
        int targets = (data == null ? 0 : 1) + (server == null ? 0 : 1) + (list ? 1 : 0);
        if (targets != 1) {
            throw new CliException("say where to: one of --data FOLDER, --server HOST:PORT and --list");
        }
        if (partitions != null && (data == null || partitions < 1 || partitions > PARTITIONS_MAX)) {
            throw new CliException("--partitions goes with --data, and is 1 to 128: found=" + partitions);
        }
        if (nodes != null && (data == null || partitions != null || nodes < 1)) {
            throw new CliException(
                    "--nodes goes with --data and without --partitions, and is 1 or more: found=" + nodes);
        }
    }

    private void list(BackupOpening backups) {
        NavigableMap<Long, String> lines = new TreeMap<>();
        for (BackupSummary step : backups.summaries()) {
            lines.put(
                    step.number(),
                    String.format(
                            Locale.ROOT,
                            "%d %s %s %d bytes, %d partitions",
                            step.number(),
                            step.made(),
                            step.kind(),
                            step.bytes(),
                            step.partitions()));
        }
        backups.damaged().forEach(number -> lines.put(number, number + " damaged"));
        PrintWriter out = spec.commandLine().getOut();
        lines.values().forEach(out::println);
        out.flush();
    }

    /** The number of the requested backup; 0: the last one. */
    private long wanted(BackupOpening backups) {
        String text = asOf;
        if (text == null) {
            return 0;
        }
        try {
            return text.matches("[1-9]\\d{0,8}")
                    ? Long.parseLong(text)
                    : backups.asOf(Instant.parse(text)).number();
        } catch (DateTimeException neither) {
            throw new CliException(
                    "--as-of is the number of a backup, or a time as 2026-11-27T13:00:00Z: found=" + text);
        }
    }

    private void intoPlace(BackupOpening backups, DataPlace place) throws IOException {
        Path folder = place.folder();
        if (folder != null) {
            intoFolder(backups, folder);
            return;
        }
        List<String> names = nodes == null ? List.of() : nodeNames(nodes);
        Path temporary = Files.createTempDirectory("pragh-restore");
        Path made = temporary.resolve("graph");
        try (FolderTransfer transfer = FolderTransfer.to(within(place, names));
                LoadProgress progress = LoadProgress.none()) {
            Restored restored = make(backups, made);
            transfer.copy(within(DataPlace.of(made), names), progress::restored);
            String folders = names.isEmpty() ? "" : ", each with its folder there: " + String.join(", ", names);
            tell(restored.step, place + restored.having + folders);
        } finally {
            remove(temporary);
        }
    }

    private static List<String> nodeNames(int count) {
        return IntStream.range(0, count).mapToObj(node -> NODE + node).toList();
    }

    private static List<DataPlace> within(DataPlace place, List<String> names) {
        return names.isEmpty()
                ? List.of(place)
                : names.stream().map(place::resolve).toList();
    }

    private static void remove(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    private void intoFolder(BackupOpening backups, Path folder) {
        if (folder.toAbsolutePath()
                .normalize()
                .startsWith(backup.toAbsolutePath().normalize())) {
            throw new CliException(
                    "a graph within the folder of its backups would be in the way of further ones; give another folder:"
                            + " --data=" + folder);
        }
        Restored restored = make(backups, folder);
        String start =
                nodes == null ? "" : "; start them by: pragh cluster start --nodes " + nodes + " --data " + folder;
        tell(restored.step, folder + restored.having + start);
    }

    private record Restored(BackupSummary step, String having) {}

    private Restored make(BackupOpening backups, Path folder) {
        StagedFolder.removeRest(folder, UnfinishedFolder.LOADING); // of a killed restore with --partitions
        try (StagedFolder stage = new StagedFolder(folder, UnfinishedFolder.RESTORING)) {
            if (nodes != null) {
                BackupSummary step = restoreNodes(backups, stage.path(), nodes);
                stage.publish();
                return new Restored(step, ", for " + nodes + " nodes");
            }
            BackupSummary step = restore(backups, stage.path());
            if (partitions == null || partitions == step.partitions()) {
                stage.publish();
                return new Restored(step, ", which has " + step.partitions() + " partitions");
            }
            GraphCopy.Copied copied = Repartition.into(stage.path(), folder, partitions, classes);
            return new Restored(
                    step,
                    ", which has " + partitions + " partitions in place of " + step.partitions() + ": "
                            + copied.vertices() + " vertices and " + copied.edges()
                            + " edges, the same one by one as before");
        }
    }

    private BackupSummary restoreNodes(BackupOpening backups, Path folder, int count) {
        List<Path> folders = nodeNames(count).stream().map(folder::resolve).toList();
        try (LoadProgress progress = LoadProgress.none()) {
            return backups.restore(wanted(backups), folder, folders, progress::restored);
        }
    }

    private BackupSummary restore(BackupOpening backups, Path folder) {
        try (LoadProgress progress = LoadProgress.none()) {
            return backups.restore(wanted(backups), folder, progress::restored);
        }
    }

    private void intoServer(BackupOpening backups, String into) throws IOException {
        Cluster.Builder reached = login.server("--server", into);
        Path temporary = Files.createTempDirectory("pragh-restore");
        try (StagedFolder stage = new StagedFolder(temporary.resolve("graph"), UnfinishedFolder.RESTORING)) {
            BackupSummary step = restore(backups, stage.path());
            try (PraghGraph graph = GraphOptions.open(classes.in(Repartition.configuration(stage.path(), null)))) {
                Loaded all = new Loaded(
                        graph.traversal().V().count().next(),
                        graph.traversal().E().count().next());
                SentGraph.send(graph, all, reached, "--server=" + into);
                tell(step, "the graph at " + into + ": " + all.vertices() + " vertices and " + all.edges() + " edges");
                tellUnsent(graph);
            }
        } finally {
            Files.delete(temporary);
        }
    }

    private void tellUnsent(PraghGraph graph) {
        PrintWriter err = spec.commandLine().getErr();
        for (ElementKind kind : ElementKind.values()) {
            graph.indexes(kind)
                    .forEach(key -> err.println("pragh restore: make this index again: graph.createIndex("
                            + "ElementKind." + kind + ", \"" + key + "\")"));
        }
        graph.variables()
                .asMap()
                .forEach((key, value) -> err.println("pragh restore: set this variable again: " + key + "=" + value));
        err.flush();
    }

    private void tell(BackupSummary step, String where) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("pragh restore: backup " + step.number() + " of " + step.made() + " is in " + where);
        out.flush();
    }
}
