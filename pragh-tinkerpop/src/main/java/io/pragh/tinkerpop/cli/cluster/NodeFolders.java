package io.pragh.tinkerpop.cli.cluster;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderLabel;
import io.pragh.core.durable.UnfinishedFolder;
import io.pragh.tinkerpop.cli.CliException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data folders of a cluster's nodes within the folder of {@code --data}. A node's folder without a graph in it is
 * that of a node which has left, or of one that has not taken any partition over. Immutable.
 *
 * @param holding numbers of the nodes whose folders hold a part of the graph, in ascending order
 * @param partitions number of the graph's partitions; 0 when there is no graph
 */
record NodeFolders(List<Integer> holding, int partitions) {
    /** There is no graph yet. */
    static final NodeFolders NONE = new NodeFolders(List.of(), 0);

    private static final String NAME = ClusterLaunch.NODE + "(0|[1-9]\\d{0,5})";
    /** The file that remains in an empty folder of the file system. */
    private static final String LOCK = "lock";

    NodeFolders {
        holding = List.copyOf(holding);
    }

    /** Those within a folder, which may be missing; refuses a folder with other contents. */
    static NodeFolders in(Path data) throws IOException {
        if (!Files.isDirectory(data)) {
            return NONE;
        }
        List<Integer> holding = new ArrayList<>();
        int partitions = 0;
        List<String> names = names(data).stream()
                .filter(name -> !name.endsWith("." + UnfinishedFolder.CHECKING)) // a killed check has left it
                .toList();
        for (String name : names) {
            if (!name.matches(NAME)) {
                throw new CliException(
                        "the folder holds something else than the nodes of a cluster; a graph of one process"
                                + " is opened by pragh server --data: --data=" + data + " holds=" + names);
            }
            FolderLabel label = label(DataPlace.of(data.resolve(name)));
            if (label != null) {
                holding.add(numberOf(name));
                partitions = label.partitions();
            }
        }
        return new NodeFolders(holding.stream().sorted().toList(), partitions);
    }

    private static List<String> names(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** The number in the name of a node or of its folder. */
    static int numberOf(String name) {
        return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    }

    /** The label of a node's folder; null when it is missing, or no part of a graph is in it. */
    static @Nullable FolderLabel label(DataPlace folder) throws IOException {
        try {
            return folder.isThere() ? FolderLabel.read(folder) : null;
        } catch (PraghException unreadable) {
            throw new CliException(String.valueOf(unreadable.getMessage()));
        }
    }

    /** Whether nothing would be missing without this folder. */
    static boolean isWithoutGraph(DataPlace folder) throws IOException {
        try {
            return label(folder) == null;
        } catch (CliException unreadable) {
            return false; // what is in it may be needed
        }
    }

    /** Removes the folder of a node that has left; one with other files, or at bookies, stays. */
    static void removeEmpty(DataPlace place) throws IOException {
        Path folder = place.folder();
        if (folder == null || !Files.isDirectory(folder)) {
            return;
        }
        if (names(folder).equals(List.of(LOCK))) {
            Files.delete(folder.resolve(LOCK));
        }
        try {
            Files.delete(folder);
        } catch (DirectoryNotEmptyException used) {
            return; // somebody else's files
        }
    }
}
