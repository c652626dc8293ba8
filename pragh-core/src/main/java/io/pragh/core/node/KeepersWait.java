package io.pragh.core.node;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Seldom;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderLabel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Waits for the members whose data folders hold a graph, and logs now and then which are missing. One thread. */
final class KeepersWait {
    private static final System.Logger LOG = System.getLogger(KeepersWait.class.getName());
    private static final long LOOK_NANOS = 5_000_000;
    private static final long TELL_NANOS = 10_000_000_000L;
    /** The time before the first log line: nodes that are started together do not all come at once. */
    private static final long GRACE_NANOS = 2_000_000_000L;

    private final DataPlace own;
    private final long graph;
    private final Seldom told = new Seldom(TELL_NANOS, Clock.SYSTEM.nanos() + GRACE_NANOS);

    /** For the node with a folder of a graph. */
    KeepersWait(DataPlace own, long graph) {
        this.own = own;
        this.graph = graph;
    }

    /** The partitions that no member serves, and that no member's folder holds. */
    static List<Integer> missing(ClusterView view) {
        return IntStream.range(0, view.partitions())
                .filter(partition -> view.keeperOf(partition) == ClusterView.NOBODY)
                .boxed()
                .toList();
    }

    /** The partitions that no member serves. */
    static List<Integer> unserved(ClusterView view) {
        return IntStream.range(0, view.partitions())
                .filter(partition -> view.nodeOf(partition) == ClusterView.NOBODY)
                .boxed()
                .toList();
    }

    /** The unserved partitions that a member's folder holds. */
    private static List<Integer> coming(ClusterView view) {
        return unserved(view).stream()
                .filter(partition -> view.keeperOf(partition) != ClusterView.NOBODY)
                .toList();
    }

    /**
     * Whether a node that came back has no more members to wait for. Partition 0 of a graph is served only once all
     * of its folders were present. From then on an absent folder is that of a node that died, and the other
     * partitions do not wait for it.
     */
    static boolean isOver(ClusterView view) {
        return view.nodeOf(0) != ClusterView.NOBODY
                && coming(view).isEmpty()
                && view.members().stream().noneMatch(member -> member.address().isEmpty());
    }

    /** Sleeps between two looks; {@code what} names the waiting activity. */
    void pause(String what, ClusterView view) {
        if (told.isDue(Clock.SYSTEM.nanos())) {
            LOG.log(System.Logger.Level.INFO, "{0}: {1}", what, awaited(view));
        }
        pause();
    }

    /** Sleeps between two looks. */
    static void pause() {
        LockSupport.parkNanos(LOOK_NANOS);
    }

    /** The exception for a wait that was in vain. */
    PraghException inVain(ClusterView view) {
        return new PraghException(
                "the cluster did not come together in time; start the nodes whose data folders are not here, all of them"
                        + " together, or where a folder is lost restore a backup: folder=" + own + " " + awaited(view)
                        + " here=" + names(view));
    }

    private String awaited(ClusterView view) {
        List<Integer> missing = missing(view);
        return (missing.isEmpty()
                        ? ""
                        : "partitionsNotHere=" + missing + " foldersNotHere=" + foldersWith(missing) + " ")
                + "partitionsNotServed=" + coming(view);
    }

    private static List<String> names(ClusterView view) {
        return view.members().stream().map(ClusterView.Member::name).toList();
    }

    /**
     * The folders beside the node's own that hold some of these partitions, for people; an unreadable folder may be
     * one.
     */
    private List<String> foldersWith(List<Integer> partitions) {
        Path folder = own.folder();
        Path around = folder == null ? null : folder.toAbsolutePath().getParent();
        List<String> found = new ArrayList<>();
        if (around == null) {
            return found;
        }
        try {
            for (DataPlace each : DataPlace.of(around).inside()) {
                found.addAll(named(each, partitions));
            }
        } catch (IOException failed) {
            found.add("unknown, because " + failed);
        }
        return found;
    }

    private List<String> named(DataPlace folder, List<Integer> partitions) {
        try {
            FolderLabel label = FolderLabel.read(folder);
            boolean holds = label != null && label.graph() == graph && !Collections.disjoint(label.kept(), partitions);
            return holds ? List.of(folder.toString()) : List.of();
        } catch (PraghException unreadable) {
            return List.of(folder + " (" + unreadable.getMessage() + ")");
        }
    }
}
