package io.pragh.core.standing;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds out whether all members have the view in force that reported the latest loss, by a word that each member
 * keeps in its partitions' headers. Asks only while that is unknown of some member: one READ of each such member at a
 * time. One thread, but for {@link #applied}.
 */
// A member that has the view in force has fenced the lost members, and follows no address that it had cached before.
// The word is written when that is done, and stands in memory that a fenced node cannot write. The word may be from
// the node that served the partition before; that node had the same view in force before it gave the partition away.
//
// A lost member may still run, cut off, for as long as all members that it asks vouch for it (SelfFence). It asks
// this node if it has had a view in force that contains this node. A member that was never seen with such a view is a
// stranger: after its loss there is no agreement for a lease and its margin. So may a member be that came and went
// between two views of which this node heard, and of which only the lost partitions tell.
public final class ViewAgreement implements AutoCloseable {
    /** In place of an epoch: the member was never seen with a view in force. */
    private static final long NONE = 0;

    private static final int LOOKS_PER_SILENCE = 64;

    private final NodeBasis basis;
    private final Endpoint endpoint;
    private final Batch batch = new Batch(16);
    private final List<Integer> asked = new ArrayList<>();
    private final Map<Integer, Long> seen = new HashMap<>();
    private final long pauseNanos;
    private ClusterView latest;
    /** The first view of which this node is a member. */
    private long first;
    /** The latest view that has lost a member, and the members in it. */
    private long lossEpoch;

    private List<ClusterView.Member> survivors = List.of();
    private boolean stranger;
    private long strangerNanos;
    private boolean asking;
    private long askedNanos;

    /** For a node that is a member from its latest view on, or from a later one. */
    public ViewAgreement(NodeBasis basis) {
        this.basis = basis;
        this.endpoint = basis.fabric().open();
        this.latest = basis.view();
        this.first = latest.has(basis.self()) ? latest.epoch() : Long.MAX_VALUE;
        this.pauseNanos = basis.lease().silenceNanos() / LOOKS_PER_SILENCE;
        this.askedNanos = basis.clock().nanos() - pauseNanos;
    }

    /** Reports that this node has a view in force. Any thread. */
    public synchronized void applied(ClusterView view, long nowNanos) {
        boolean left = false;
        for (ClusterView.Member member : latest.members()) {
            if (!view.has(member.node())) {
                Long had = seen.remove(member.node());
                left = true;
                if (had == null || had < first) {
                    strange(nowNanos);
                }
            }
        }
        boolean lost = !view.lostSince(latest).isEmpty();
        if (lost && view.epoch() - latest.epoch() > 1) {
            strange(nowNanos);
        }
        if (left || lost) {
            lossEpoch = view.epoch();
            survivors = view.members();
        }
        latest = view;
        first = view.has(basis.self()) ? Math.min(first, view.epoch()) : first;
    }

    private void strange(long nowNanos) {
        stranger = true;
        strangerNanos = nowNanos;
    }

    /** Posts a READ, or takes its answer. Does not wait. */
    public void step(long nowNanos) {
        if (asking && endpoint.poll(batch)) {
            asking = false;
            heard();
        }
        if (!asking && nowNanos - askedNanos >= pauseNanos) {
            post();
            asking = batch.count() > 0;
            askedNanos = nowNanos;
            if (asking) {
                endpoint.post(batch);
            }
        }
    }

    private synchronized void post() {
        batch.clear();
        asked.clear();
        for (ClusterView.Member member : latest.members()) {
            int[] partitions = latest.partitionsOf(member.node());
            if (member.node() != basis.self() && partitions.length > 0 && epochOf(member) < latest.epoch()) {
                batch.readWord(partitions[0], PartitionHeader.VIEW_OFFSET);
                asked.add(member.node());
            }
        }
    }

    private long epochOf(ClusterView.Member member) {
        return seen.getOrDefault(member.node(), NONE);
    }

    private synchronized void heard() {
        for (int op = 0; op < batch.count(); op++) {
            int node = asked.get(op);
            if (batch.ok(op) && latest.has(node)) {
                seen.merge(node, batch.result(op), Math::max);
            }
        }
    }

    /**
     * Whether every member at the time of the latest loss has fenced the lost members, and all lost members ask this
     * node before they act. If so, {@link io.pragh.core.cluster.LeasePolicy#silenceNanos} and the margin after this
     * node has fenced them no node follows an old address, except in reads that began before.
     */
    public synchronized boolean isAgreed(long nowNanos) {
        if (stranger && nowNanos - strangerNanos < basis.lease().reclaimNanos()) {
            return false;
        }
        // A member that has joined since has no cached addresses from before.
        return survivors.stream()
                .filter(member -> member.node() != basis.self() && latest.has(member.node()))
                .allMatch(member -> epochOf(member) >= lossEpoch);
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
