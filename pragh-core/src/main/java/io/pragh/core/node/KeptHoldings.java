package io.pragh.core.node;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.cluster.KeptShare.Holding;
import io.pragh.core.cluster.KeptShare.State;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.FolderLabel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Finds out which partitions a data folder keeps, when a node begins with it: handovers may have been under way when
 * the folder's former node ended. One thread.
 */
// The view says which folder keeps a partition, since it is the view that decides a handover. Where the coordination
// service has lost the view, the folders say it: a folder that has settled a partition has it; one that it may have
// left has everything, too, as long as the other has not settled it.
final class KeptHoldings {
    private static final System.Logger LOG = System.getLogger(KeptHoldings.class.getName());

    private final DataFolder folder;

    KeptHoldings(DataFolder folder) {
        this.folder = folder;
    }

    /** What a folder holds, as it is published to other members. */
    static KeptShare share(FolderLabel label, long latest) {
        List<Holding> holdings = new ArrayList<>();
        for (int partition : label.kept()) {
            Long to = label.leaving().get(partition);
            holdings.add(to == null ? Holding.settled(partition) : new Holding(partition, State.LEAVING, to));
        }
        label.arriving().forEach(partition -> holdings.add(new Holding(partition, State.ARRIVING, 0)));
        holdings.sort(Comparator.comparingInt(Holding::partition));
        return new KeptShare(label.folder(), holdings, latest, false);
    }

    /**
     * Finds out and writes down which partitions the folder keeps; true when some were in doubt. Waits until the
     * former node of the folder has left the view, and for other folders where only they know.
     */
    boolean settle(Supplier<ClusterView> view, int self, Runnable check) throws IOException {
        while (view.get().members().stream().anyMatch(other -> isFormer(other, self))) {
            check.run();
            KeepersWait.pause();
        }
        boolean doubtful = false;
        for (int partition : List.copyOf(folder.kept())) {
            boolean keeps = isKept(partition, view, check);
            boolean leaving = folder.leaving().containsKey(partition);
            if (leaving && keeps) {
                folder.stay(partition);
            } else if (leaving) {
                folder.away(partition);
                doubtful = true;
            } else if (!keeps) {
                throw new PraghException(
                        "another data folder keeps a partition of this one, so this is an older copy; use the folder of"
                                + " the cluster, or restore a backup: folder=" + folder + " partition=" + partition);
            }
        }
        for (int partition : folder.arriving()) {
            if (view.get().folderOf(partition) == folder.number()) {
                folder.settle(partition);
                doubtful = true;
            } else {
                folder.drop(partition);
            }
        }
        return doubtful;
    }

    private boolean isFormer(ClusterView.Member other, int self) {
        return other.node() != self && other.keeps().folder() == folder.number();
    }

    private boolean isKept(int partition, Supplier<ClusterView> view, Runnable check) {
        Map<Integer, Long> leaving = folder.leaving();
        boolean told = false;
        while (true) {
            ClusterView now = view.get();
            if (share(folder.label(), 0).keeps(partition, now.folderOf(partition), now.members())) {
                return true;
            }
            boolean elsewhere = now.members().stream()
                    .anyMatch(member -> member.keeps().folder() != folder.number()
                            && member.keeps().holdings().contains(Holding.settled(partition)));
            if (now.folderOf(partition) != 0 || !leaving.containsKey(partition) || elsewhere) {
                return false;
            }
            if (!told) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "waiting for the node whose data folder has perhaps taken over a partition: partition={0} folder={1}",
                        partition,
                        Long.toHexString(leaving.get(partition)));
                told = true;
            }
            check.run();
            KeepersWait.pause();
        }
    }
}
