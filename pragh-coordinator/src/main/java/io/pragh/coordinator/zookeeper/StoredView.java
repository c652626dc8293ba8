package io.pragh.coordinator.zookeeper;

import io.pragh.coordinator.exchange.PayloadReader;
import io.pragh.coordinator.exchange.PayloadWriter;
import io.pragh.coordinator.exchange.RecordCodec;
import io.pragh.coordinator.failover.HomeReassignment;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * The view of the cluster as ZooKeeper keeps it: its epoch is not in the bytes but is the version of their znode.
 * Immutable.
 *
 * <pre>
 *   payload: founded 1, kept 2, with folders 4 | members | (node, what {@link MemberCodec} says) …
 *            | partitions | (node + 1, life, folder 8 where kept) …
 *   numbers of seven bits per byte
 * </pre>
 */
final class StoredView {
    private static final int MEMBER_BYTES_MIN = 1 + MemberCodec.BYTES_MIN;
    private static final int FOUNDED = 1;
    private static final int KEPT = 2;
    private static final int FOLDERS = 4;

    private final boolean founded;
    private final boolean kept;
    private final List<ClusterView.Member> members;
    private final int[] nodeOfPartition;
    private final int[] lives;
    /** The number of the data folder that keeps each partition; 0: not known, or none does. */
    private final long[] folders;

    private StoredView(
            boolean founded,
            boolean kept,
            List<ClusterView.Member> members,
            int[] nodeOfPartition,
            int[] lives,
            long[] folders) {
        this.lives = lives;
        this.folders = folders;
        this.kept = kept;
        this.founded = founded;
        this.members = members;
        this.nodeOfPartition = nodeOfPartition;
    }

    /** The view of a graph without members. */
    static StoredView empty(int partitions) {
        return empty(partitions, false);
    }

    /** The view of a graph without members; {@code kept} says whether its members have data folders. */
    static StoredView empty(int partitions, boolean kept) {
        int[] nobody = new int[partitions];
        Arrays.fill(nobody, ClusterView.NOBODY);
        return new StoredView(false, kept, List.of(), nobody, new int[partitions], new long[partitions]);
    }

    /** A view in its stored form. */
    static StoredView of(ClusterView view) {
        int[] nodes = new int[view.partitions()];
        Arrays.setAll(nodes, view::nodeOf);
        int[] lives = new int[view.partitions()];
        Arrays.setAll(lives, view::lifeOf);
        long[] folders = new long[view.partitions()];
        Arrays.setAll(folders, view::folderOf);
        boolean founded = Arrays.stream(nodes).anyMatch(node -> node != ClusterView.NOBODY);
        return new StoredView(founded, view.isKept(), view.members(), nodes, lives, folders);
    }

    /** Decodes a view of so many partitions; throws {@link UnreadableViewException} when the bytes are not one. */
    static StoredView read(byte[] bytes, int version, int partitions) {
        try {
            StoredView stored = decode(bytes);
            if (stored.at(version).partitions() != partitions) {
                throw new PraghException("the picture is of another number of partitions: partitions="
                        + stored.nodeOfPartition.length + " graph=" + partitions);
            }
            return stored;
        } catch (PraghException unreadable) {
            throw new UnreadableViewException(version, unreadable);
        }
    }

    /** Whether the partitions have been dealt out. */
    boolean isFounded() {
        return founded;
    }

    /** The view with exactly these members; partitions are first dealt out when the founders are there. */
    StoredView with(SortedMap<Integer, ClusterView.Member> present, int founders) {
        TreeSet<Integer> nodes = new TreeSet<>(present.keySet());
        boolean nowFounded = founded || nodes.size() >= founders;
        int[] next = nodeOfPartition;
        int[] nextLives = lives.clone();
        long[] nextFolders = folders.clone();
        if (kept && (founded || present.values().stream().anyMatch(StoredView::keepsAny))) {
            next = HomeReassignment.byFolders(nodeOfPartition, folders, present);
            nowFounded = founded || !Arrays.equals(next, nodeOfPartition);
        } else if (nowFounded) {
            next = founded
                    ? HomeReassignment.reassign(nodeOfPartition, nodes)
                    : HomeReassignment.deal(nodeOfPartition.length, nodes);
        }
        for (int p = 0; founded && p < next.length; p++) {
            nextLives[p] += next[p] == nodeOfPartition[p] ? 0 : 1; // the node that served it is gone, with its values
        }
        for (int p = 0; kept && p < next.length; p++) {
            if (next[p] != ClusterView.NOBODY && (next[p] != nodeOfPartition[p] || nextFolders[p] == 0)) {
                nextFolders[p] =
                        Objects.requireNonNull(present.get(next[p])).keeps().folder();
            }
        }
        return new StoredView(nowFounded, kept, List.copyOf(present.values()), next, nextLives, nextFolders);
    }

    private static boolean keepsAny(ClusterView.Member member) {
        return !member.keeps().partitions().isEmpty();
    }

    /** The view after another member has taken over a partition, with all its values. */
    StoredView handedOver(int partition, int to) {
        int[] next = nodeOfPartition.clone();
        next[partition] = to;
        long[] nextFolders = folders.clone();
        nextFolders[partition] = at(0).folderOfMember(to);
        return new StoredView(founded, kept, members, next, lives, nextFolders);
    }

    ClusterView at(long epoch) {
        return new ClusterView(epoch, members, nodeOfPartition, lives, kept, folders);
    }

    byte[] encode() {
        PayloadWriter payload = new PayloadWriter()
                .count((founded ? FOUNDED : 0) | (kept ? KEPT : 0) | FOLDERS)
                .count(members.size());
        for (ClusterView.Member member : members) {
            MemberCodec.write(member, payload.count(member.node()));
        }
        payload.count(nodeOfPartition.length);
        for (int p = 0; p < nodeOfPartition.length; p++) {
            payload.count(nodeOfPartition[p] + 1L).count(lives[p]);
            if (kept) {
                payload.word(folders[p]);
            }
        }
        return RecordCodec.seal(RecordCodec.Kind.VIEW, 0, 0, payload);
    }

    static StoredView decode(byte[] bytes) {
        PayloadReader payload = RecordCodec.open(RecordCodec.Kind.VIEW, bytes).payload();
        int flags = payload.count(FOUNDED | KEPT | FOLDERS);
        int memberCount = payload.countOf(MEMBER_BYTES_MIN);
        List<ClusterView.Member> members = new ArrayList<>(memberCount);
        for (int i = 0; i < memberCount; i++) {
            members.add(MemberCodec.read(payload.count(Integer.MAX_VALUE), payload, (flags & FOLDERS) != 0));
        }
        int[] nodeOfPartition = new int[payload.count(HomeMap.PARTITIONS_MAX)];
        int[] lives = new int[nodeOfPartition.length];
        long[] folders = new long[nodeOfPartition.length];
        for (int p = 0; p < lives.length; p++) {
            nodeOfPartition[p] = payload.count(Integer.MAX_VALUE) - 1;
            lives[p] = payload.count(Integer.MAX_VALUE);
            folders[p] = flags == (flags | KEPT | FOLDERS) ? payload.word() : 0;
        }
        payload.end();
        return new StoredView((flags & FOUNDED) != 0, (flags & KEPT) != 0, members, nodeOfPartition, lives, folders);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredView view
                && founded == view.founded
                && kept == view.kept
                && members.equals(view.members)
                && Arrays.equals(nodeOfPartition, view.nodeOfPartition)
                && Arrays.equals(lives, view.lives)
                && Arrays.equals(folders, view.folders);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                founded,
                kept,
                members,
                Arrays.hashCode(nodeOfPartition),
                Arrays.hashCode(lives),
                Arrays.hashCode(folders));
    }
}
