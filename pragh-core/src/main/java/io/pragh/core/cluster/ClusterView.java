package io.pragh.core.cluster;

import io.pragh.core.base.PraghException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A numbered view of the cluster: its members, and the member that serves each partition. A later view has a greater
 * epoch and replaces an earlier one as a whole. Immutable.
 */
public final class ClusterView {
    /** In place of a node: no member serves the partition at the moment. */
    public static final int NOBODY = -1;

    private final long epoch;
    private final List<Member> members;
    private final int[] nodeOfPartition;
    private final int[] lives;
    private final boolean hasLost;
    private final boolean kept;
    private final long[] folders;

    /**
     * A member of the cluster.
     *
     * @param node its number, which is never used again after the member has left
     * @param name its name for operators
     * @param address the address at which its fabric listens; empty within one process
     * @param server the address of its Gremlin Server for clients, {@code host:port}; empty while there is none
     * @param keeps what its data folder holds
     */
    public record Member(int node, String name, String address, String server, KeptShare keeps) {
        /** A member without a server and without a data folder. */
        public Member(int node, String name, String address) {
            this(node, name, address, "");
        }

        /** A member without a data folder. */
        public Member(int node, String name, String address, String server) {
            this(node, name, address, server, KeptShare.NONE);
        }
    }

    /** A view in which every partition is in its first life. */
    public ClusterView(long epoch, List<Member> members, int[] nodeOfPartition) {
        this(epoch, members, nodeOfPartition, new int[nodeOfPartition.length]);
    }

    /**
     * A view; {@code nodeOfPartition[p]} is the node that serves partition p, or {@link #NOBODY}; {@code lives[p]} is
     * how often the partition was begun anew because its node was lost.
     */
    public ClusterView(long epoch, List<Member> members, int[] nodeOfPartition, int[] lives) {
        this(epoch, members, nodeOfPartition, lives, false);
    }

    /** A view; {@code kept} says whether the partitions of a member outlive it, in its data folder. */
    public ClusterView(long epoch, List<Member> members, int[] nodeOfPartition, int[] lives, boolean kept) {
        this(epoch, members, nodeOfPartition, lives, kept, new long[nodeOfPartition.length]);
    }

    /** The same; {@code folders[p]} is the number of the data folder that keeps partition p, or 0: not known. */
    public ClusterView(
            long epoch, List<Member> members, int[] nodeOfPartition, int[] lives, boolean kept, long[] folders) {
        this.folders = folders.clone();
        this.lives = lives.clone();
        this.kept = kept;
        this.hasLost = !kept && IntStream.of(lives).anyMatch(life -> life != 0);
        this.epoch = epoch;
        this.members = List.copyOf(members);
        this.nodeOfPartition = nodeOfPartition.clone();
        for (int node : nodeOfPartition) {
            if (node != NOBODY && !has(node)) {
                throw new PraghException("a partition is served by a node that is no member: node=" + node);
            }
        }
    }

    /**
     * A view with partitions dealt out in turn to members 0 to nodes-1, which are named node-0, node-1, and so on.
     */
    public static ClusterView inTurn(int nodes, int partitions) {
        Member[] members = new Member[nodes];
        Arrays.setAll(members, n -> new Member(n, "node-" + n, ""));
        int[] nodeOf = new int[partitions];
        Arrays.setAll(nodeOf, p -> p % nodes);
        return new ClusterView(1, List.of(members), nodeOf);
    }

    /** The number of this view, which grows with every change. */
    public long epoch() {
        return epoch;
    }

    /** All members. */
    public List<Member> members() {
        return members;
    }

    /** Whether a node is a member. */
    public boolean has(int node) {
        for (Member member : members) { // for every message
            if (member.node() == node) {
                return true;
            }
        }
        return false;
    }

    /** How many partitions there are. */
    public int partitions() {
        return nodeOfPartition.length;
    }

    /** The node that serves a partition, or {@link #NOBODY}. */
    public int nodeOf(int partition) {
        return nodeOfPartition[partition];
    }

    /**
     * How often a partition was begun anew. When two views agree on this number, the node that serves the partition
     * in the later view has all values and remembered requests of the earlier one.
     */
    public int lifeOf(int partition) {
        return lives[partition];
    }

    /**
     * Whether the partitions of a member outlive it, in its data folder. If so, nothing is lost with a member, and
     * its partitions wait for a process that continues with the folder.
     */
    public boolean isKept() {
        return kept;
    }

    /** The member that serves a partition or whose data folder holds it, or {@link #NOBODY}. */
    public int keeperOf(int partition) {
        if (nodeOfPartition[partition] != NOBODY) {
            return nodeOfPartition[partition];
        }
        for (Member member : members) {
            if (member.keeps().keeps(partition, folders[partition], members)) {
                return member.node();
            }
        }
        return NOBODY;
    }

    /** Number of the data folder that keeps a partition; 0: not known, or none does. */
    public long folderOf(int partition) {
        return folders[partition];
    }

    /** Number of a member's data folder; 0: it has none, or is no member. */
    public long folderOfMember(int node) {
        return members.stream()
                .filter(member -> member.node() == node)
                .mapToLong(member -> member.keeps().folder())
                .findFirst()
                .orElse(0);
    }

    /**
     * The partitions of which a member, or its data folder alone, had contents that were lost since an earlier view.
     * This view may have replaced several: the member need not be in the earlier one, nor have served the partition
     * there.
     */
    public BitSet lostSince(ClusterView former) {
        BitSet lost = new BitSet();
        for (int p = 0; p < lives.length; p++) {
            int served = former.nodeOfPartition[p] == NOBODY ? 1 : 0; // a life that began since
            if (lives[p] - former.lives[p] > served) {
                lost.set(p);
            }
        }
        return lost;
    }

    /** Whether a partition was begun anew. If so, values may be lost whose home or owner it was. */
    public boolean hasLost() {
        return hasLost;
    }

    /** The next view, in which another member serves a partition after a handover. */
    public ClusterView handedOver(int partition, int to) {
        int[] nodeOf = nodeOfPartition.clone();
        nodeOf[partition] = to;
        long[] keepers = folders.clone();
        keepers[partition] = folderOfMember(to);
        return new ClusterView(epoch + 1, members, nodeOf, lives, kept, keepers);
    }

    /**
     * The next view, with these members and this assignment of partitions. A partition begins a new life if its
     * former node is lost, or if no node served it.
     */
    public ClusterView reassigned(List<Member> present, int[] nodeOf) {
        int[] next = lives.clone();
        for (int p = 0; p < next.length; p++) {
            next[p] += nodeOf[p] == nodeOfPartition[p] ? 0 : 1;
        }
        return new ClusterView(epoch + 1, present, nodeOf, next, kept, folders);
    }

    /** The partitions that a node serves, in ascending order. */
    public int[] partitionsOf(int node) {
        return IntStream.range(0, nodeOfPartition.length)
                .filter(p -> nodeOfPartition[p] == node)
                .toArray();
    }

    @Override
    public String toString() {
        return "view " + epoch + " members=" + members + " partitions=" + Arrays.toString(nodeOfPartition);
    }
}
