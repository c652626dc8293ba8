package io.pragh.core.persist;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.CheckpointReader;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderCopy;
import io.pragh.core.durable.FolderLabel;
import io.pragh.core.durable.UnfinishedFolder;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Merges, splits and checks the data folders of a cluster that is not running. Stateless. */
public final class OfflineCluster {
    /** Name of a node's folder, before its number. */
    private static final String NODE = "node-";

    private OfflineCluster() {}

    /**
     * The data folders within a folder that hold parts of a graph, by their names, or the one that holds the whole
     * graph of a cluster of one node; empty if there are none.
     */
    public static List<DataPlace> nodes(DataPlace folder) {
        List<DataPlace> parts = new ArrayList<>();
        List<DataPlace> whole = new ArrayList<>();
        try {
            for (DataPlace each : folder.inside()) {
                FolderLabel label = UnfinishedFolder.isNameOfOne(each.name()) ? null : FolderLabel.readWhole(each);
                if (isPart(label)) {
                    parts.add(each);
                } else if (label != null && each.name().startsWith(NODE)) {
                    whole.add(each);
                }
            }
        } catch (IOException failed) {
            throw new PraghException("the folder cannot be read: folder=" + folder + " because " + failed, failed);
        }
        return parts.isEmpty() && whole.size() == 1 ? whole : parts;
    }

    /** Whether a folder belongs to one node of several. */
    public static boolean isPart(@Nullable FolderLabel label) {
        return label != null && (label.folder() != 0 || label.kept().size() < label.partitions());
    }

    /**
     * Makes one data folder for one process from all of them, with the commits that the logs of all nodes together
     * show. The graph in it has a new number.
     *
     * @param into a folder that does not exist yet, or is empty
     * @throws PraghException when a node's folder is missing, damaged, in use or of another graph, or {@code into}
     *     cannot be written
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

    /**
     * Makes data folders for a cluster from that of one process, one for each path in {@code nodes}; the partitions
     * are dealt out among them. The graph in them has a new number.
     *
     * @param nodes folders that do not exist yet, or are empty
     * @throws PraghException when there are fewer partitions than nodes, the folder is damaged or in use, or they
     *     cannot be written
     */
    public static void split(DataPlace whole, List<Path> nodes, BackupProgress progress) {
        FolderLabel label = FolderLabel.read(whole);
        if (label == null) {
            throw new PraghException("there is no graph in this folder: name=" + whole);
        }
        deal(List.of(whole), label.partitions(), Long.MAX_VALUE, nodes, progress);
    }

    /** Makes data folders for the paths in {@code nodes} from those of any number of nodes, as of a moment. */
    static void deal(List<DataPlace> sources, int partitions, long moment, List<Path> nodes, BackupProgress progress) {
        if (nodes.size() > partitions) {
            throw new PraghException("there are fewer partitions than nodes; give fewer nodes: nodes=" + nodes.size()
                    + " partitions=" + partitions);
        }
        long graph = new SplittableRandom().nextLong();
        List<FolderCopy> targets = new ArrayList<>();
        try {
            for (int node = 0; node < nodes.size(); node++) {
                int first = node;
                List<Integer> kept = IntStream.range(0, partitions)
                        .filter(partition -> partition % nodes.size() == first)
                        .boxed()
                        .toList();
                targets.add(new FolderCopy(nodes.get(node), graph, partitions, kept));
            }
            new Regrouping(sources, targets, partitions, moment, progress).run();
        } finally {
            close(targets);
        }
    }

    private static void close(List<FolderCopy> targets) {
        for (FolderCopy target : targets) {
            try {
                target.close();
            } catch (IOException failed) {
                throw new PraghException("a data folder could not be closed; see to the disk: " + failed, failed);
            }
        }
    }

    /** The findings in one node's folder. */
    public record Looked(FolderLabel label, long values, long records) {}

    /**
     * Reads everything in the data folder of one node that no process has open, and verifies every checksum of its
     * checkpoint and its log. Consistency with the folders of other nodes is not checked.
     *
     * @throws PraghException when it is damaged, in use, or cannot be read
     */
    public static Looked look(DataPlace node) {
        FolderLabel label = FolderLabel.read(node);
        if (label == null) {
            throw new PraghException("there is no graph in this folder: name=" + node);
        }
        long[] counts = {0, 0};
        try (Disk disk = node.open()) {
            DataFolder folder = DataFolder.openPart(disk, label.partitions());
            folder.log().read(folder.logFrom(), (record, at) -> {
                CommitRecord.decode(record);
                counts[1]++;
            });
            for (int partition : folder.kept().stream().filter(folder::hasPart).toList()) {
                try (CheckpointReader part = folder.checkpoint(partition)) {
                    part.read((key, body) -> counts[0]++, bytes -> {});
                }
            }
        } catch (IOException failed) {
            throw new PraghException("the folder cannot be read: folder=" + node + " because " + failed, failed);
        }
        return new Looked(label, counts[0], counts[1]);
    }
}
