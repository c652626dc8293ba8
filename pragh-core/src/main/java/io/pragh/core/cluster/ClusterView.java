package io.pragh.core.cluster;

import io.pragh.core.base.PraghException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A numbered picture of the cluster: which members there are and which of them serves each partition. A later picture has a greater
 * epoch and replaces an earlier one whole. Immutable.
 */
public final class ClusterView {
    /** A partition that nobody serves at the moment. */
    public static final int NOBODY = -1;

    private final long epoch;
    private final List<Member> members;
    private final int[] nodeOfPartition;
    private final int[] lives;
    private final boolean hasLost;
    private final boolean kept;

    /**
     * A member of the cluster.
     *
     * @param node its number, never used again once it has left
     * @param name what people call it
     * @param address where its fabric listens, empty in one process
     * @param server where clients reach it, {@code host:port}; empty when they do not, or not yet
     * @param keeps what its data folder holds
     */
    public record Member(int node, String name, String address, String server, KeptShare keeps) {
        /** A member that no client reaches, without a data folder. */
        public Member(int node, String name, String address) {
            this(node, name, address, "");
        }

        /** A member without a data folder. */
        public Member(int node, String name, String address, String server) {
            this(node, name, address, server, KeptShare.NONE);
        }
    }

    /** A picture of partitions that live their first lives. */
    public ClusterView(long epoch, List<Member> members, int[] nodeOfPartition) {
        this(epoch, members, nodeOfPartition, new int[nodeOfPartition.length]);
    }

    /**
     * A picture; {@code nodeOfPartition[p]} is the node that serves partition p, or {@link #NOBODY}; {@code lives[p]} how often the
     * partition was begun anew because the node that served it was lost.
     */
    public ClusterView(long epoch, List<Member> members, int[] nodeOfPartition, int[] lives) {
        this(epoch, members, nodeOfPartition, lives, false);
    }

    /** A picture; {@code kept} says whether what a member serves outlives it, in its data folder. */
    public ClusterView(long epoch, List<Member> members, int[] nodeOfPartition, int[] lives, boolean kept) {
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

    /** Partitions dealt out in turn to members 0 to nodes-1 named node-0, node-1, and so on. */
    public static ClusterView inTurn(int nodes, int partitions) {
        Member[] members = new Member[nodes];
        Arrays.setAll(members, n -> new Member(n, "node-" + n, ""));
        int[] nodeOf = new int[partitions];
        Arrays.setAll(nodeOf, p -> p % nodes);
        return new ClusterView(1, List.of(members), nodeOf);
    }

    /** Grows with every change. */
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
     * How often a partition was begun anew. The same in two pictures: whoever serves it in the later one has everything that it held
     * and remembered in the earlier one.
     */
    public int lifeOf(int partition) {
        return lives[partition];
    }

    /** Whether what members serve outlives them, in data folders: nothing is lost with a member, and its partitions wait for its folder. */
    public boolean isKept() {
        return kept;
    }

    /** The member that serves a partition, or whose data folder holds it, or {@link #NOBODY}. */
    public int keeperOf(int partition) {
        if (nodeOfPartition[partition] != NOBODY) {
            return nodeOfPartition[partition];
        }
        for (Member member : members) {
            if (member.keeps().partitions().contains(partition)) {
                return member.node();
            }
        }
        return NOBODY;
    }

    /** Whether a partition was begun anew: then values may have been lost that were at home there, or lay there. */
    public boolean hasLost() {
        return hasLost;
    }

    /** The next picture, in which another member serves a partition, by a handover. */
    public ClusterView handedOver(int partition, int to) {
        int[] nodeOf = nodeOfPartition.clone();
        nodeOf[partition] = to;
        return new ClusterView(epoch + 1, members, nodeOf, lives, kept);
    }

    /**
     * The next picture, in which these are the members and serve the partitions so. What a member serves now that a lost one served, or
     * nobody, begins anew.
     */
    public ClusterView reassigned(List<Member> present, int[] nodeOf) {
        int[] next = lives.clone();
        for (int p = 0; p < next.length; p++) {
            next[p] += nodeOf[p] == nodeOfPartition[p] ? 0 : 1;
        }
        return new ClusterView(epoch + 1, present, nodeOf, next, kept);
    }

    /** The partitions a node serves, ascending. */
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
