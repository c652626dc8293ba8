package io.pragh.core.persist;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderCopy;
import io.pragh.core.durable.FolderLabel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The data folders of a cluster none of whose nodes runs. Stateless. */
public final class OfflineCluster {
    private OfflineCluster() {}

    /** The data folders in a folder that hold parts of a graph, by their names; none where there are none. */
    public static List<DataPlace> nodes(DataPlace folder) {
        try {
            return folder.inside().stream()
                    .filter(each -> isPart(FolderLabel.read(each)))
                    .toList();
        } catch (IOException failed) {
            throw new PraghException("the folder cannot be read: folder=" + folder + " because " + failed, failed);
        }
    }

    private static boolean isPart(@Nullable FolderLabel label) {
        return label != null && label.kept().size() < label.partitions();
    }

    /**
     * Makes one data folder of all, for one process: what was committed, as the logs of all nodes together say. The graph in it has a
     * number of its own.
     *
     * @param into a folder that is not there yet, or is empty
     * @throws PraghException when a node's folder is missing, damaged, in use or of another graph, or it cannot be written
     */
    public static void merge(List<DataPlace> nodes, Path into, BackupProgress progress) {
        int partitions = 0;
        long graph = 0;
        for (DataPlace node : nodes) {
            FolderLabel label = FolderLabel.read(node);
            if (label == null || partitions > 0 && label.graph() != graph) {
                throw new PraghException("these folders are not of one graph: folder=" + node);
            }
            graph = label.graph();
            partitions = Math.max(partitions, label.partitions());
        }
        List<Integer> all = IntStream.range(0, partitions).boxed().toList();
        try (FolderCopy target = new FolderCopy(into, new SplittableRandom().nextLong(), partitions, all)) {
            new Regrouping(nodes, List.of(target), partitions, Long.MAX_VALUE, progress).run();
        } catch (IOException failed) {
            throw new PraghException(
                    "the folder could not be closed; see to the disk: folder=" + into + " because " + failed, failed);
        }
    }
}
