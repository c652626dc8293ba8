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
 * The picture of the cluster as it is kept: its epoch is not in the bytes but the version of the znode that holds them. Immutable.
 *
 * <pre>
 *   payload: founded | members | (node, name, address, server) … | partitions | (node + 1, life) …      numbers of seven bits per byte
 * </pre>
 */
final class StoredView {
    private static final int MEMBER_BYTES_MIN = 4;

    private final boolean founded;
    private final List<ClusterView.Member> members;
    private final int[] nodeOfPartition;
    private final int[] lives;

    private StoredView(boolean founded, List<ClusterView.Member> members, int[] nodeOfPartition, int[] lives) {
        this.lives = lives;
        this.founded = founded;
        this.members = members;
        this.nodeOfPartition = nodeOfPartition;
    }

    /** A graph without members. */
    static StoredView empty(int partitions) {
        int[] nobody = new int[partitions];
        Arrays.fill(nobody, ClusterView.NOBODY);
        return new StoredView(false, List.of(), nobody, new int[partitions]);
    }

    /** A picture as it would be kept. */
    static StoredView of(ClusterView view) {
        int[] nodes = new int[view.partitions()];
        Arrays.setAll(nodes, view::nodeOf);
        int[] lives = new int[view.partitions()];
        Arrays.setAll(lives, view::lifeOf);
        boolean founded = Arrays.stream(nodes).anyMatch(node -> node != ClusterView.NOBODY);
        return new StoredView(founded, view.members(), nodes, lives);
    }

    /** Decodes what is to be a picture of so many partitions; throws {@link UnreadableViewException} when it cannot be one. */
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

    /** The picture once these members are there, and no others; partitions are first dealt out when the founders are. */
    StoredView with(SortedMap<Integer, ClusterView.Member> present, int founders) {
        TreeSet<Integer> nodes = new TreeSet<>(present.keySet());
        boolean nowFounded = founded || nodes.size() >= founders;
        int[] next = nodeOfPartition;
        int[] nextLives = lives.clone();
        if (nowFounded) {
            next = founded
                    ? HomeReassignment.reassign(nodeOfPartition, nodes)
                    : HomeReassignment.deal(nodeOfPartition.length, nodes);
        }
        for (int p = 0; founded && p < next.length; p++) {
            nextLives[p] += next[p] == nodeOfPartition[p] ? 0 : 1; // whoever served it is gone, and what it held
        }
        return new StoredView(nowFounded, List.copyOf(present.values()), next, nextLives);
    }

    /** The picture once another member serves a partition, with all that it holds. */
    StoredView handedOver(int partition, int to) {
        int[] next = nodeOfPartition.clone();
        next[partition] = to;
        return new StoredView(founded, members, next, lives);
    }

    ClusterView at(long epoch) {
        return new ClusterView(epoch, members, nodeOfPartition, lives);
    }

    byte[] encode() {
        PayloadWriter payload = new PayloadWriter().count(founded ? 1 : 0).count(members.size());
        for (ClusterView.Member member : members) {
            payload.count(member.node())
                    .text(member.name())
                    .text(member.address())
                    .text(member.server());
        }
        payload.count(nodeOfPartition.length);
        for (int p = 0; p < nodeOfPartition.length; p++) {
            payload.count(nodeOfPartition[p] + 1L).count(lives[p]);
        }
        return RecordCodec.seal(RecordCodec.Kind.VIEW, 0, 0, payload);
    }

    static StoredView decode(byte[] bytes) {
        PayloadReader payload = RecordCodec.open(RecordCodec.Kind.VIEW, bytes).payload();
        boolean founded = payload.count(1) == 1;
        int memberCount = payload.countOf(MEMBER_BYTES_MIN);
        List<ClusterView.Member> members = new ArrayList<>(memberCount);
        for (int i = 0; i < memberCount; i++) {
            members.add(new ClusterView.Member(
                    payload.count(Integer.MAX_VALUE), payload.text(), payload.text(), payload.text()));
        }
        int[] nodeOfPartition = new int[payload.count(HomeMap.PARTITIONS_MAX)];
        int[] lives = new int[nodeOfPartition.length];
        for (int p = 0; p < lives.length; p++) {
            nodeOfPartition[p] = payload.count(Integer.MAX_VALUE) - 1;
            lives[p] = payload.count(Integer.MAX_VALUE);
        }
        payload.end();
        return new StoredView(founded, members, nodeOfPartition, lives);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredView view
                && founded == view.founded
                && members.equals(view.members)
                && Arrays.equals(nodeOfPartition, view.nodeOfPartition)
                && Arrays.equals(lives, view.lives);
    }

    @Override
    public int hashCode() {
        return Objects.hash(founded, members, Arrays.hashCode(nodeOfPartition), Arrays.hashCode(lives));
    }
}
