package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which part of which graph is in a data folder, as its file {@code graph} says. Immutable.
 *
 * @param graph number of the graph
 * @param partitions how many the graph has
 * @param kept the partitions that are kept there, ascending
 */
public record FolderLabel(long graph, int partitions, List<Integer> kept) {
    /** Keeps a copy of the list. */
    public FolderLabel {
        kept = List.copyOf(kept);
    }

    /**
     * Reads it, also while another process has the folder open, and changes nothing. Null when no graph is kept there.
     *
     * @throws PraghException when it is damaged, a newer version's, or cannot be read
     */
    public static @Nullable FolderLabel read(DataPlace folder) {
        Disk disk = folder.look();
        try (disk) {
            if (!disk.names().contains(DataFolder.GRAPH)) {
                return null;
            }
            DataFolder found = DataFolder.look(disk);
            return new FolderLabel(found.graph(), found.partitions(), found.kept());
        } catch (IOException failed) {
            throw LogReader.unreadable(disk, failed);
        }
    }
}
