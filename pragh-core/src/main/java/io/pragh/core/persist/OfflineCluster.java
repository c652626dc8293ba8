package io.pragh.core.persist;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.FolderCopy;
import io.pragh.core.durable.FolderLabel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The data folders of a cluster none of whose nodes runs. Stateless. */
public final class OfflineCluster {
    private OfflineCluster() {}

    /** The data folders in a folder, by their names; none where there are none. */
    public static List<Path> nodes(Path folder) {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path each : all.sorted().toList()) {
                if (Files.isDirectory(each) && FolderLabel.read(each) != null) {
                    found.add(each);
                }
            }
        } catch (IOException failed) {
            throw new PraghException("the folder cannot be read: folder=" + folder + " because " + failed, failed);
        }
        return found;
    }

    /**
     * Makes one data folder of all, for one process: what was committed, as the logs of all nodes together say. The graph in it has a
     * number of its own.
     *
     * @param into a folder that is not there yet, or is empty
     * @throws PraghException when a node's folder is missing, damaged, in use or of another graph, or it cannot be written
     */
    public static void merge(List<Path> nodes, Path into, BackupProgress progress) {
        int partitions = 0;
        long graph = 0;
        for (Path node : nodes) {
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
