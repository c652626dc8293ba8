package io.pragh.core.node;

import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupStep;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.durable.ClusterBackup;
import io.pragh.core.durable.ClusterBackupFolder;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.UnchangedFolder;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.BackupReply;
import io.pragh.core.protocol.BackupReply.State;
import io.pragh.core.protocol.BackupRequest;
import io.pragh.core.protocol.MessageType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes backups of a cluster whose nodes have data folders, each as of one moment: every node makes its share, and
 * when all shares exist a file says that they belong together. One at a time. Costs a message to each node, and one
 * every tenth of a second until it is done.
 */
final class ClusterBackups {
    private static final System.Logger LOG = System.getLogger(ClusterBackups.class.getName());
    private static final long ASK_NANOS = 100_000_000;
    private static final long LOOK_NANOS = 5_000_000;
    private static final long PATIENCE_NANOS = 20_000_000_000L;
    /** The number of moments that are tried: a checkpoint may begin between two. */
    private static final int MOMENTS_MAX = 4;

    private final PraghNode node;
    private final long graph;
    private final BackupShares shares;
    private final AtomicLong last = new AtomicLong();

    ClusterBackups(PraghNode node, long graph, BackupShares shares) {
        this.node = node;
        this.graph = graph;
        this.shares = shares;
    }

    /** A node, and its last reply about its share. */
    private static final class Asked {
        final int member;
        volatile BackupReply reply = new BackupReply(State.UNDER_WAY, 0, 0, 0, false, "");
        volatile long heardNanos = Clock.SYSTEM.nanos();

        Asked(int member) {
            this.member = member;
        }
    }

    /**
     * Makes the backup.
     *
     * @throws PraghException when no node serves a partition, a node cannot make its share or is lost, or the folder
     *     cannot be used; the backups before are as they were
     */
    synchronized BackupSummary write(OnlineBackup.Order order, BackupProgress progress) {
        Path folder = order.folder().toAbsolutePath().normalize();
        try (ClusterBackupFolder backups = ClusterBackupFolder.open(folder)) {
            backups.checkGraph(graph);
            boolean full = order.full();
            for (int tries = 0; tries < MOMENTS_MAX; tries++) {
                ClusterView view = complete(node.view());
                BackupRequest request = new BackupRequest(now(), order.made().toEpochMilli(), full, folder.toString());
                List<Asked> asked = ask(view, request, progress);
                if (asked.stream().noneMatch(each -> each.reply.state() == State.TOO_EARLY)) {
                    BackupSummary made = complete(backups, view, request, asked);
                    if (made != null) {
                        return made;
                    }
                }
                full = full || fullSoFar(asked);
            }
        }
        throw new PraghException(
                "checkpoints are written, or partitions handed over, so often that there was no moment for a"
                        + " backup; try again");
    }

    /** Whether all shares of an attempt that came to nothing are full, so that those after them would be incremental. */
    private static boolean fullSoFar(List<Asked> asked) {
        List<BackupReply> made = asked.stream()
                .map(each -> each.reply)
                .filter(reply -> reply.state() == State.MADE)
                .toList();
        return !made.isEmpty() && made.stream().allMatch(BackupReply::full);
    }

    private static ClusterView complete(ClusterView view) {
        for (int partition = 0; partition < view.partitions(); partition++) {
            if (view.nodeOf(partition) == ClusterView.NOBODY) {
                throw new PraghException(
                        "a partition is nobody's at the moment, so there is no backup; wait until all nodes are back:"
                                + " partition=" + partition);
            }
        }
        return view;
    }

    private long now() {
        try (NodeSession session = node.openSession()) {
            session.begin(TransactionOptions.DEFAULT.reading().now()).close();
            return session.seen();
        }
    }

    /** Asks all nodes with partitions until each has given its final answer. */
    private List<Asked> ask(ClusterView view, BackupRequest request, BackupProgress progress) {
        long backup = ((long) node.self() << 32) + last.incrementAndGet();
        Map<Integer, Asked> open = new ConcurrentHashMap<>();
        List<Asked> all = new ArrayList<>();
        for (ClusterView.Member member : view.members()) {
            if (view.partitionsOf(member.node()).length > 0) {
                all.add(new Asked(member.node()));
            }
        }
        all.forEach(each -> open.put(each.member, each));
        shares.hear(message -> heard(message, backup, open));
        try {
            long sent = Clock.SYSTEM.nanos() - ASK_NANOS;
            while (!open.isEmpty()) {
                long now = Clock.SYSTEM.nanos();
                if (now - sent >= ASK_NANOS) {
                    sent = now;
                    open.values().forEach(each -> send(each, backup, request));
                    tell(all, progress);
                }
                open.values().forEach(each -> check(each, view, now));
                node.parts.serve();
                LockSupport.parkNanos(LOOK_NANOS);
            }
        } finally {
            shares.hear(null);
        }
        all.forEach(each -> checkMade(each, view));
        return all;
    }

    private void send(Asked each, long backup, BackupRequest request) {
        node.fabric().send(new Message(node.self(), each.member, MessageType.BACKUP, backup, 0, request.encode()));
    }

    private static void heard(Message message, long backup, Map<Integer, Asked> open) {
        Asked from = open.get(message.from());
        if (from != null && message.client() == backup) {
            from.reply = BackupReply.decode(message.payload());
            from.heardNanos = Clock.SYSTEM.nanos();
            if (from.reply.state() != State.UNDER_WAY) {
                open.remove(from.member);
            }
        }
    }

    private void check(Asked each, ClusterView view, long now) {
        node.parts.checkServing();
        if (!node.view().has(each.member) || now - each.heardNanos > PATIENCE_NANOS) {
            throw new PraghException(
                    "a node was lost while it made its share of the backup; those before are as they were:" + " node="
                            + name(view, each.member));
        }
    }

    private static void checkMade(Asked each, ClusterView view) {
        if (each.reply.state() == State.FAILED) {
            throw new PraghException(
                    "a node could not make its share of the backup; those before are as they were: node="
                            + name(view, each.member) + " because " + each.reply.text());
        }
    }

    private static String name(ClusterView view, int member) {
        return view.members().stream()
                .filter(known -> known.node() == member)
                .map(ClusterView.Member::name)
                .findFirst()
                .orElse("" + member);
    }

    private static void tell(List<Asked> all, BackupProgress progress) {
        long done = 0;
        long total = 0;
        for (Asked each : all) {
            BackupReply reply = each.reply;
            done += reply.done();
            total += reply.total();
        }
        if (total > 0) {
            progress.copied("copying", done, total);
        }
    }

    /** Null when a partition went from one node to another meanwhile, so that the shares do not have each once. */
    private @Nullable BackupSummary complete(
            ClusterBackupFolder backups, ClusterView view, BackupRequest request, List<Asked> asked) {
        List<ClusterBackup.Share> made = new ArrayList<>();
        List<Integer> partitions = new ArrayList<>();
        String why = "";
        for (Asked each : asked) {
            String folder = ClusterBackup.folder(view.folderOfMember(each.member));
            BackupReply reply = each.reply;
            BackupStep step = step(backups, folder, reply.number(), request.moment(), name(view, each.member));
            partitions.addAll(step.kept());
            made.add(new ClusterBackup.Share(folder, reply.number(), reply.full(), reply.done()));
            why = reply.text().isEmpty() ? why : "the share of " + name(view, each.member) + " is one: " + reply.text();
        }
        if (partitions.size() != view.partitions()
                || partitions.stream().distinct().count() != view.partitions()) {
            return null;
        }
        ClusterBackup backup = new ClusterBackup(
                backups.next(),
                graph,
                view.partitions(),
                request.moment(),
                Instant.ofEpochMilli(request.madeMillis()),
                made);
        backups.complete(backup);
        clear(backups);
        return backup.summary(why);
    }

    /** Removes shares that no backup needs; the new backup exists even if this fails. */
    private static void clear(ClusterBackupFolder backups) {
        try {
            backups.clearShares();
        } catch (PraghException left) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a backup was made, and what others have left that were not completed takes room still: folder="
                            + backups,
                    left);
        }
    }

    /** Checks that a share is in the folder as seen from this node. */
    private static BackupStep step(ClusterBackupFolder backups, String folder, long number, long moment, String node) {
        Path path = backups.share(folder);
        try (Disk disk = UnchangedFolder.open(path)) {
            return BackupFolder.open(disk).steps().stream()
                    .filter(step -> step.number() == number && step.moment() == moment)
                    .findFirst()
                    .orElseThrow(() -> elsewhere(path, node));
        } catch (IOException failed) {
            throw new PraghException(
                    "the share of a node cannot be read; see to the disk: node=" + node + " folder=" + path
                            + " because " + failed,
                    failed);
        }
    }

    private static PraghException elsewhere(Path path, String node) {
        return new PraghException(
                "the share of a node is not in the folder that this node sees; give a folder that all nodes"
                        + " reach by the same name: node=" + node + " folder=" + path);
    }
}
