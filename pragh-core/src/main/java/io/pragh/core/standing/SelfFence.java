package io.pragh.core.standing;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.function.Consumer;

/**
 * Determines the {@link Standing} of a node that cannot reach the keeper of the membership: the node stops by itself
 * before another node takes its place. One thread, but for {@link #standing}.
 */
// The keeper may expel a member at any time: a session after its last sign of life, or as soon as its machine refuses
// connections of most members. A working connection to the keeper says nothing about the present: the node was a
// member when it asked the latest question that the keeper has answered (Membership.confirmedNanosAgo). When that is
// a quarter of a lease ago, or the node knows that it is cut off, it acts only as long as all other members vouch for
// it: it READs a word of every one of them, and a READ that ends well shows that this member had not fenced the node
// when the READ was posted. A member that sees the later view fences the node first. It allows new values, where old
// ones may be known, only when the node cannot act any more. The node is silent a quarter of a lease
// (LeasePolicy.silenceNanos) after it posted the last READ that all members have answered, or asked the last question
// that the keeper has answered. That is at the latest a quarter of a lease after any member that it asks has fenced
// it, because a member that fences it has heard of a view that was made after that question.
//
// The node does not ask a member that has joined since its last view. So a member that fences the node relies on its
// silence only if the node has had a view that contains that member (ViewAgreement), and otherwise waits for a whole
// lease and its margin: a lease after that question the node takes no updates, even if members vouch. From then on it
// still reads its own keys for as long as all vouch. It reads values in its own memory like those of any other node,
// by an address no older than a lease: an address cached before a view that it has missed may name a block that a
// dead member had pulled away.
//
// All times count on the node's own clock from before the question to the keeper or before the READ. A crash leaves
// nothing behind.
final class SelfFence {
    /** How often the other members are asked within a silence, so that one lost READ is no reason to fall silent. */
    private static final int PROBES_PER_SILENCE = 4;

    private final int self;
    private final Membership membership;
    private final Endpoint endpoint;
    private final LeasePolicy lease;
    private final Consumer<Standing> whenChanged;
    private final Batch batch = new Batch(16);
    private boolean probing;
    private boolean asksAll;
    private long probedNanos;
    private long contactNanos;
    private long vouchedNanos;
    private volatile Standing standing = Standing.MEMBER;

    /** The fence of a node that is a member now; {@code whenChanged} puts each new standing into force. */
    SelfFence(
            int self,
            Membership membership,
            Endpoint endpoint,
            LeasePolicy lease,
            long nowNanos,
            Consumer<Standing> whenChanged) {
        this.self = self;
        this.membership = membership;
        this.endpoint = endpoint;
        this.lease = lease;
        this.whenChanged = whenChanged;
        this.contactNanos = nowNanos - membership.confirmedNanosAgo();
        this.vouchedNanos = contactNanos;
        this.probedNanos = nowNanos - lease.silenceNanos();
    }

    /** The node's present standing. Any thread. */
    Standing standing() {
        return standing;
    }

    /**
     * Determines the standing; {@code nowNanos} was read before the call. Must be called several times within a
     * margin.
     */
    void step(long nowNanos) {
        boolean connected = membership.connected();
        if (connected) {
            confirmed(nowNanos - membership.confirmedNanosAgo());
            if (nowNanos - contactNanos < lease.silenceNanos() / 2) {
                become(Standing.MEMBER);
                return;
            }
        }
        probe(nowNanos); // before the node has to be silent: answers in time keep it from that
        if (nowNanos - vouchedNanos >= lease.silenceNanos()) {
            become(Standing.SILENT);
        } else if (connected && nowNanos - contactNanos < lease.silenceNanos()) {
            become(Standing.MEMBER);
        } else {
            become(nowNanos - contactNanos < lease.cacheNanos() ? Standing.DOUBTED : Standing.READ_ONLY);
        }
    }

    /** Records that the keeper has answered a question of that time, and the node was a member. */
    private void confirmed(long atNanos) {
        contactNanos += Math.max(0, atNanos - contactNanos);
        vouchedNanos += Math.max(0, atNanos - vouchedNanos);
    }

    private void become(Standing now) {
        if (standing != now) {
            standing = now;
            whenChanged.accept(now);
        }
    }

    private void probe(long nowNanos) {
        if (!probing && nowNanos - probedNanos >= lease.silenceNanos() / PROBES_PER_SILENCE) {
            post();
            probedNanos = nowNanos;
        }
        if (probing && endpoint.poll(batch)) {
            probing = false;
            if (asksAll && allAnswered() && probedNanos - vouchedNanos > 0) {
                vouchedNanos = probedNanos;
            }
        }
    }

    /**
     * Posts a READ of one partition of every other member. A member that serves none cannot be asked, and might be
     * the substitute.
     */
    private void post() {
        ClusterView view = membership.view();
        batch.clear();
        asksAll = true;
        for (ClusterView.Member member : view.members()) {
            int[] partitions = view.partitionsOf(member.node());
            if (member.node() == self) {
                continue;
            }
            if (partitions.length == 0) {
                asksAll = false;
            } else {
                batch.readWord(partitions[0], PartitionHeader.MAGIC_OFFSET);
            }
        }
        endpoint.post(batch);
        probing = true;
    }

    private boolean allAnswered() {
        for (int op = 0; op < batch.count(); op++) {
            if (!batch.ok(op)) {
                return false;
            }
        }
        return true;
    }
}
