package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The graph and the partitions to which a data folder belongs, from its file {@code graph}. Immutable.
 *
 * @param graph number of the graph
 * @param partitions number of the graph's partitions
 * @param kept the partitions that are kept there, in ascending order
 */
public record FolderLabel(long graph, int partitions, List<Integer> kept) {
    /** Keeps a copy of the list. */
    public FolderLabel {
        kept = List.copyOf(kept);
    }

    /**
     * Reads the label, also while another process has the folder open, and changes nothing. Null when no graph is
     * kept there.
     *
     * @throws PraghException when it is damaged, of a newer version, or cannot be read
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
