package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The graph and the partitions to which a data folder belongs, from its file {@code graph}. Immutable.
 *
 * @param graph number of the graph
 * @param partitions number of the graph's partitions
 * @param kept the partitions that are kept there, in ascending order
 * @param folder number of the folder; 0: that of a whole graph
 * @param leaving the partitions of {@code kept} that another folder may have taken over, with its number
 * @param arriving partitions that are kept there if the cluster's view says so
 */
public record FolderLabel(
        long graph,
        int partitions,
        List<Integer> kept,
        long folder,
        Map<Integer, Long> leaving,
        List<Integer> arriving) {
    /** Keeps copies. */
    public FolderLabel {
        kept = List.copyOf(kept);
        leaving = Map.copyOf(leaving);
        arriving = List.copyOf(arriving);
    }

    /** The label of a folder with which no other exchanges partitions. */
    public FolderLabel(long graph, int partitions, List<Integer> kept) {
        this(graph, partitions, kept, 0, Map.of(), List.of());
    }

    /**
     * Reads the label, also while another process has the folder open, and changes nothing. Null when no graph is
     * kept there.
     *
     * @throws PraghException when it is damaged, of a newer version, or cannot be read
     */
    public static @Nullable FolderLabel read(DataPlace folder) {
        return read(folder, false);
    }

    /**
     * The same of a folder that nobody is making or emptying.
     *
     * @throws DamagedDataException when it has the files of a graph without the one that describes them, too
     */
    public static @Nullable FolderLabel readWhole(DataPlace folder) {
        return read(folder, true);
    }

    private static @Nullable FolderLabel read(DataPlace folder, boolean isWhole) {
        Disk disk = folder.look();
        try (disk) {
            List<String> names = disk.names();
            if (names.contains(DataFolder.GRAPH)) {
                return DataFolder.look(disk).label();
            } else if (isWhole) {
                DataFolder.checkNotGone(disk, names);
            }
            return null;
        } catch (IOException failed) {
            throw LogReader.unreadable(disk, failed);
        }
    }

    /**
     * The partitions that this folder keeps, among all folders of a graph that is not running: without those that
     * another one has taken over.
     */
    public List<Integer> keptAmong(Collection<FolderLabel> all) {
        return kept.stream()
                .filter(partition -> !leaving.containsKey(partition)
                        || all.stream().noneMatch(other -> other.folder != folder && other.hasSettled(partition)))
                .toList();
    }

    private boolean hasSettled(int partition) {
        return kept.contains(partition) && !leaving.containsKey(partition);
    }
}
