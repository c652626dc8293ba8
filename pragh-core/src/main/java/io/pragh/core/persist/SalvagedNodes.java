package io.pragh.core.persist;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderCopy;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.FolderLabel;
import io.pragh.core.durable.Salvage;
import io.pragh.core.durable.SalvageReport;
import io.pragh.core.durable.SalvagedCatalogue;
import io.pragh.core.durable.SalvagedShares;
import io.pragh.core.durable.UnchangedFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Saves as much as possible of the data folders of a cluster's nodes into one data folder for one process. Stateless.
 */
public final class SalvagedNodes {
    private SalvagedNodes() {}

    /**
     * Makes the folder; the others are not changed. The graph in it may lack values, and may contain transactions
     * that were not committed at all of their homes.
     *
     * @param nodes the data folders of all nodes, or of those that still exist
     * @param partitions the number of partitions of the graph, in case no folder says it; 0: not known
     * @param room a folder for copies, which takes as much as all of them
     * @param into a folder that does not exist yet, or is empty
     * @return the number of partitions of the graph
     * @throws PraghException when they are not the folders of one graph, one is in use, or files cannot be read or
     *     written
     */
    public static int merge(
            List<Path> nodes, int partitions, Path room, Path into, SalvageReport report, BackupProgress progress) {
        Map<Path, FolderLabel> shares = SalvagedShares.of(nodes, partitions);
        int count = shares.values().iterator().next().partitions();
        reportMissing(shares, count, report);
        long graph = new SplittableRandom().nextLong();
        SalvagedCatalogue catalogue = new SalvagedCatalogue(new HomeMap(count));
        List<DataPlace> sources = new ArrayList<>();
        Set<DataPlace> whole = new HashSet<>();
        for (Map.Entry<Path, FolderLabel> each : shares.entrySet()) {
            Path copy = room.resolve(String.format(Locale.ROOT, "share-%03d", sources.size()));
            DataPlace source = DataPlace.of(copy);
            sources.add(source);
            if (salvage(each.getKey(), each.getValue(), copy, graph, catalogue, report)) {
                whole.add(source);
            }
        }
        List<Integer> all = IntStream.range(0, count).boxed().toList();
        SalvagedCommits commits = new SalvagedCommits(count, whole, catalogue, report);
        try (FolderCopy target = new FolderCopy(into, graph, count, all)) {
            Regrouping.ofSalvaged(sources, target, count, commits, progress).run();
        } catch (IOException failed) {
            throw new PraghException(
                    "the folder could not be closed; see to the disk: folder=" + into + " because " + failed, failed);
        }
        return count;
    }

    private static void reportMissing(Map<Path, FolderLabel> shares, int partitions, SalvageReport report) {
        TreeSet<Integer> missing =
                new TreeSet<>(IntStream.range(0, partitions).boxed().toList());
        shares.values().forEach(share -> missing.removeAll(share.kept()));
        if (!missing.isEmpty()) {
            report.lost("no folder holds these partitions, and their values are lost: partitions=" + missing + " of="
                    + partitions);
        }
    }

    /** Salvages one node's folder; returns whether nothing of the log is missing. */
    private static boolean salvage(
            Path damaged, FolderLabel label, Path copy, long graph, SalvagedCatalogue catalogue, SalvageReport report) {
        SalvageReport here = new SalvageReport();
        try (Disk from = UnchangedFolder.alone(damaged);
                Disk into = FolderDisk.open(copy)) {
            boolean whole =
                    new Salvage(from, into, here).run(label, graph, catalogue).wholeLog();
            here.lines().forEach(line -> report.lost(line + " folder=" + damaged.getFileName()));
            return whole;
        } catch (IOException failed) {
            throw new PraghException(
                    "the folder cannot be read; see to the disk: folder=" + damaged + " because " + failed, failed);
        }
    }
}
