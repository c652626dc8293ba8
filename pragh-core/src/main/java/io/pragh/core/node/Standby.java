package io.pragh.core.node;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Seldom;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderInUseException;
import io.pragh.core.durable.FolderLabel;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.placement.ClusterWatch;
import io.pragh.core.placement.Coordination;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A process beside a cluster whose nodes have data folders: it waits until a node is lost, and becomes a node with
 * its folder. One thread.
 */
// The process that gets a folder's lock has the folder: one of several standbys, and none while the former node's
// process lives. A process that is stopped keeps the lock; when it continues, its node ends, since it was expelled,
// and all that it has acknowledged is in the folder by then. From there on, a standby does the same as a node that is
// started with its folder by hand.
final class Standby {
    /** How long a folder waits for an operator to start its node, when this process has not seen the node serve. */
    static final long UNSEEN_NANOS = 30_000_000_000L;

    private static final long LOOK_NANOS = 100_000_000;
    private static final long REST_NANOS = 30_000_000_000L;
    private static final long TELL_NANOS = 30_000_000_000L;
    private static final System.Logger LOG = System.getLogger(Standby.class.getName());

    private final Supplier<ClusterWatch> cluster;
    private final String name;
    private final DataPlace folders;
    private final Clock clock;
    private final Absences absences = new Absences();
    /** Folders with which this process could not become a node, and the time until which it leaves them to others. */
    private final Map<DataPlace, Long> restingNanos = new HashMap<>();

    private final Seldom complaints;

    /** Makes this process a node. */
    interface Taking {
        /**
         * Joins with a folder; the watch is consumed unless the folder is in use.
         *
         * @throws FolderInUseException when another process has it
         */
        ClusterNode join(DataPlace folder, ClusterWatch watch);
    }

    Standby(ClusterSeat seat, DataPlace folders) {
        this(() -> Coordination.watch(seat.coordination(), seat.key()), seat.coordination(), folders, Clock.SYSTEM);
    }

    /**
     * A standby for a cluster.
     *
     * @param cluster reaches the cluster; throws when it cannot be reached
     * @param name the cluster's name in errors
     */
    Standby(Supplier<ClusterWatch> cluster, String name, DataPlace folders, Clock clock) {
        this.cluster = cluster;
        this.name = name;
        this.folders = folders;
        this.clock = clock;
        this.complaints = new Seldom(TELL_NANOS, clock.nanos());
        if (!isThere(folders)) {
            throw new PraghException(
                    "there is no such folder; name the one that has the data folders of the cluster's nodes in it:"
                            + " pragh.standby=" + folders);
        }
    }

    private static boolean isThere(DataPlace folders) {
        try {
            return folders.isThere();
        } catch (IOException failed) {
            throw new PraghException("cannot look for data folders: pragh.standby=" + folders, failed);
        }
    }

    /** Returns the node that this process has become. */
    ClusterNode await(Taking taking, RestoreProgress progress) {
        ClusterWatch watch = cluster.get();
        try {
            progress.standsBy();
            while (true) {
                for (DataPlace folder : free(watch)) {
                    try {
                        return take(folder, watch, taking);
                    } catch (FolderInUseException used) {
                        complain("waits for a folder that is in use, by the node before or by another standby: "
                                + folder);
                    } catch (PraghException failed) {
                        LOG.log(
                                System.Logger.Level.WARNING,
                                "could not take over, and stands by again: " + folder,
                                failed);
                        restingNanos.put(folder, clock.nanos() + REST_NANOS);
                        watch.close();
                        watch = again();
                        progress.standsBy();
                    }
                }
                pause();
            }
        } catch (RuntimeException | Error failed) {
            watch.close();
            throw failed;
        }
    }

    /** Opening a folder may wait for its former owner, while other folders may be free. */
    private static ClusterNode take(DataPlace folder, ClusterWatch watch, Taking taking) {
        if (folder.isInUse()) {
            throw new FolderInUseException("data folder", folder);
        }
        return taking.join(folder, watch);
    }

    /** Reaches the cluster anew, because the loss of contact may be the cause of the failure. */
    private ClusterWatch again() {
        while (true) {
            try {
                return cluster.get();
            } catch (PraghException away) {
                complain("cannot reach its cluster, and tries again: " + away.getMessage());
                pause();
            }
        }
    }

    private static void pause() {
        LockSupport.parkNanos(LOOK_NANOS);
        if (Thread.currentThread().isInterrupted()) {
            throw new PraghException("the thread was interrupted in which this process stood by for nodes that die");
        }
    }

    private void complain(String sentence) {
        if (complaints.isDue(clock.nanos())) {
            LOG.log(System.Logger.Level.WARNING, "a standby {0}", sentence);
        }
    }

    /** Folders of nodes that were lost, as far as they can be identified. */
    private List<DataPlace> free(ClusterWatch watch) {
        ClusterView view = watch.view();
        if (view == null) {
            return List.of();
        }
        if (!view.isKept()) {
            throw new PraghException(
                    "the members of this cluster have no data folders, so nobody can stand by for them;"
                            + " leave pragh.standby out, and it joins: cluster=" + name);
        }
        Set<Integer> lost = absences.due(view, clock.nanos());
        if (lost.isEmpty()) {
            return List.of();
        }
        try {
            List<DataPlace> found = foldersOf(watch.graph(), view, lost);
            if (found.isEmpty()) {
                complain("finds no folder for partitions that nobody serves: folders=" + folders + " partitions="
                        + lost);
            }
            return found;
        } catch (IOException | PraghException away) {
            complain("cannot look for the folders of nodes that are lost, and tries again: folders=" + folders
                    + " because " + away.getMessage());
            return List.of();
        }
    }

    /**
     * The folders that keep only lost partitions of this graph. Two folders that hold the same partitions are left
     * out: one is a copy, and it is unknown which.
     */
    private List<DataPlace> foldersOf(long graph, ClusterView view, Set<Integer> lost) throws IOException {
        Map<Integer, List<DataPlace>> holding = new HashMap<>();
        List<DataPlace> found = new ArrayList<>();
        for (DataPlace folder : folders.inside()) {
            FolderLabel label = label(folder);
            List<Integer> kept = label == null || label.graph() != graph ? List.of() : kept(label, view);
            if (!kept.isEmpty() && lost.containsAll(kept)) {
                found.add(folder);
                kept.forEach(partition -> holding.computeIfAbsent(partition, p -> new ArrayList<>())
                        .add(folder));
            }
        }
        for (List<DataPlace> same : holding.values()) {
            if (same.size() > 1 && found.removeAll(same)) {
                complain("takes none of these folders, since they hold the same partitions; take the copies away: "
                        + same);
            }
        }
        long now = clock.nanos();
        found.removeIf(folder -> restingNanos.getOrDefault(folder, now) - now > 0);
        return found;
    }

    /** The partitions that a folder keeps according to the view; if that does not say, all that it may keep. */
    private static List<Integer> kept(FolderLabel label, ClusterView view) {
        return KeptHoldings.share(label, 0).holdings().stream()
                .filter(holding -> view.folderOf(holding.partition()) == label.folder()
                        || view.folderOf(holding.partition()) == 0 && holding.state() != KeptShare.State.ARRIVING)
                .map(KeptShare.Holding::partition)
                .toList();
    }

    private @Nullable FolderLabel label(DataPlace folder) {
        try {
            return FolderLabel.read(folder);
        } catch (PraghException unreadable) {
            complain("passes over a folder: " + unreadable.getMessage());
            return null;
        }
    }
}
