package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Determines the part of a graph in each of the data folders of a cluster's nodes, some of which may be damaged.
 * Stateless.
 */
public final class SalvagedShares {
    private SalvagedShares() {}

    /** Whether a folder has any file of a data folder. */
    public static boolean isAny(Path folder) {
        return read(
                folder,
                disk -> disk.names().contains(DataFolder.GRAPH)
                        || FolderTrace.of(disk).isAny());
    }

    /** The data folders within a folder, by their names. */
    public static List<Path> in(Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(Files::isDirectory)
                    .filter(each -> !UnfinishedFolder.isNameOfOne(String.valueOf(each.getFileName())))
                    .filter(SalvagedShares::isAny)
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw unreadable(folder, failed);
        }
    }

    private static PraghException unreadable(Path folder, IOException failed) {
        return new PraghException("the folder cannot be read: folder=" + folder + " because " + failed, failed);
    }

    /** Reads a folder. */
    private interface Look<R> {
        R at(Disk disk) throws IOException;
    }

    private static <R> R read(Path folder, Look<R> look) {
        try (Disk disk = UnchangedFolder.open(folder)) {
            return look.at(disk);
        } catch (IOException failed) {
            throw unreadable(folder, failed);
        }
    }

    /**
     * The label of each folder: from its own file, otherwise from the names of its files. If exactly one folder has
     * no label, it also gets the partitions that no other folder has.
     *
     * @param partitions the number of the graph's partitions in case no folder says it; 0: not known
     * @throws PraghException when they are not all of one graph, two hold the same partition, or the contents of one
     *     cannot be determined
     */
    public static Map<Path, FolderLabel> of(List<Path> folders, int partitions) {
        Map<Path, @Nullable FolderLabel> said = new LinkedHashMap<>();
        folders.forEach(folder -> said.put(folder, label(folder)));
        List<FolderLabel> labels =
                said.values().stream().flatMap(Stream::ofNullable).toList();
        FolderLabel one = labels.isEmpty() ? new FolderLabel(0, partitions, List.of()) : labels.get(0);
        if (one.partitions() == 0) {
            throw new PraghException(
                    "nothing in the folders says how many partitions the graph has; say so (--partitions):"
                            + " folders=" + folders);
        }
        Map<Path, SortedSet<Integer>> kept = new LinkedHashMap<>();
        TreeSet<Integer> left =
                new TreeSet<>(IntStream.range(0, one.partitions()).boxed().toList());
        List<Path> silent = new ArrayList<>();
        said.forEach((folder, label) -> {
            if (label != null) {
                checkPart(folder, label, one);
            } else {
                silent.add(folder);
            }
            SortedSet<Integer> here = label != null
                    ? new TreeSet<>(label.keptAmong(labels))
                    : read(folder, disk -> FolderTrace.of(disk).parts());
            kept.put(folder, here);
            for (int partition : here) {
                if (!left.remove(partition)) {
                    throw new PraghException(
                            "two folders hold the same partition, or the graph has no such one; take one"
                                    + " of the folders away: folder=" + folder + " partition=" + partition
                                    + " partitions="
                                    + one.partitions());
                }
            }
        });
        if (silent.size() == 1) {
            Objects.requireNonNull(kept.get(silent.get(0))).addAll(left);
        }
        Map<Path, FolderLabel> all = new LinkedHashMap<>();
        kept.forEach((folder, here) -> {
            if (here.isEmpty()) {
                throw new PraghException(
                        "nothing says which partitions a folder holds; take it away, and repair the others:"
                                + " folder=" + folder);
            }
            all.put(folder, new FolderLabel(one.graph(), one.partitions(), List.copyOf(here)));
        });
        return all;
    }

    private static @Nullable FolderLabel label(Path folder) {
        try {
            return FolderLabel.read(DataPlace.of(folder));
        } catch (DamagedDataException damaged) {
            return null;
        }
    }

    private static void checkPart(Path folder, FolderLabel label, FolderLabel one) {
        if (label.folder() == 0 && label.kept().size() == label.partitions()) {
            throw new PraghException(
                    "a folder among those of nodes holds a whole graph; repair it by itself: folder=" + folder);
        }
        if (label.graph() != one.graph() || label.partitions() != one.partitions()) {
            throw new PraghException(
                    "these folders are not of one graph; take those of another one away: folder=" + folder);
        }
    }
}
