package io.pragh.coordinator.zookeeper;

import io.pragh.coordinator.exchange.PayloadReader;
import io.pragh.coordinator.exchange.PayloadWriter;
import io.pragh.coordinator.exchange.RecordCodec;
import io.pragh.coordinator.failover.HomeReassignment;
import io.pragh.core.address.HomeMap;
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
 *   payload: founded | members | (node, name, address) … | partitions | node + 1 …      numbers of seven bits per byte
 * </pre>
 */
final class StoredView {
    private static final int MEMBER_BYTES_MIN = 3;

    private final boolean founded;
    private final List<ClusterView.Member> members;
    private final int[] nodeOfPartition;

    private StoredView(boolean founded, List<ClusterView.Member> members, int[] nodeOfPartition) {
        this.founded = founded;
        this.members = members;
        this.nodeOfPartition = nodeOfPartition;
    }

    /** A graph without members. */
    static StoredView empty(int partitions) {
        int[] nobody = new int[partitions];
        Arrays.fill(nobody, ClusterView.NOBODY);
        return new StoredView(false, List.of(), nobody);
    }

    /** The picture once these members are there, and no others; partitions are first dealt out when the founders are. */
    StoredView with(SortedMap<Integer, ClusterView.Member> present, int founders) {
        TreeSet<Integer> nodes = new TreeSet<>(present.keySet());
        boolean nowFounded = founded || nodes.size() >= founders;
        int[] next = nodeOfPartition;
        if (nowFounded) {
            next = founded
                    ? HomeReassignment.reassign(nodeOfPartition, nodes)
                    : HomeReassignment.deal(nodeOfPartition.length, nodes);
        }
        return new StoredView(nowFounded, List.copyOf(present.values()), next);
    }

    ClusterView at(long epoch) {
        return new ClusterView(epoch, members, nodeOfPartition);
    }

    byte[] encode() {
        PayloadWriter payload = new PayloadWriter().count(founded ? 1 : 0).count(members.size());
        for (ClusterView.Member member : members) {
            payload.count(member.node()).text(member.name()).text(member.address());
        }
        payload.count(nodeOfPartition.length);
        for (int node : nodeOfPartition) {
            payload.count(node + 1L);
        }
        return RecordCodec.seal(RecordCodec.Kind.VIEW, 0, 0, payload);
    }

    static StoredView decode(byte[] bytes) {
        PayloadReader payload = RecordCodec.open(RecordCodec.Kind.VIEW, bytes).payload();
        boolean founded = payload.count(1) == 1;
        int memberCount = payload.countOf(MEMBER_BYTES_MIN);
        List<ClusterView.Member> members = new ArrayList<>(memberCount);
        for (int i = 0; i < memberCount; i++) {
            members.add(new ClusterView.Member(payload.count(Integer.MAX_VALUE), payload.text(), payload.text()));
        }
        int[] nodeOfPartition = new int[payload.count(HomeMap.PARTITIONS_MAX)];
        Arrays.setAll(nodeOfPartition, p -> payload.count(Integer.MAX_VALUE) - 1);
        payload.end();
        return new StoredView(founded, members, nodeOfPartition);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredView view
                && founded == view.founded
                && members.equals(view.members)
                && Arrays.equals(nodeOfPartition, view.nodeOfPartition);
    }

    @Override
    public int hashCode() {
        return Objects.hash(founded, members, Arrays.hashCode(nodeOfPartition));
    }
}
