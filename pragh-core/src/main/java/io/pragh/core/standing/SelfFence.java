package io.pragh.core.standing;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.function.Consumer;

/**
 * How far a node that cannot reach the keeper of the membership may still act as a member: it stops by itself before anybody takes
 * its place. One thread, but for {@link #standing}.
 */
// The keeper may expel a member at any time: a session after its last word, or as soon as most members are refused by
// its machine. That the node is connected says nothing of now: it was a member when it asked the question to which the
// keeper has answered last (Membership.confirmedNanosAgo). When that is a quarter of a lease ago, or the node knows
// that it is cut off, it acts only as long as all other members vouch for it: it READs a word of every one of them, and
// a READ that ends well says that this member had not fenced it when the READ was posted. Who sees the later view
// fences the node first, and lets new values in where old ones may be known only when the node cannot act any more: it
// is silent a quarter of a lease (LeasePolicy.silenceNanos) after the last READ to which all have answered was posted,
// or the last question that the keeper has answered, and that is at the latest a quarter of a lease after any member
// that it asks has fenced it: whoever fences it has heard of a view that was made after that question.
//
// A member that has joined since its last view is not asked. So whoever fences it relies on this only if it has had a
// view of which the other one is a member (ViewAgreement), and waits for a whole lease and its margin otherwise: a
// lease after that question the node takes no updates, whoever vouches. Reads of its own keys go on then for as
// long as all vouch. Values in its own memory it reads as any other node's, by an address no older than a lease: an
// address that was cached before a view it has missed may name a block that a dead member had pulled away.
//
// All of it counts on the node's own clock from before the question, the keeper's or the READ. A crash leaves nothing.
final class SelfFence {
    /** So often within a silence the others are asked, so that one lost READ is no reason to fall silent. */
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

    /** A fence of a node that is a member now; {@code whenChanged} puts each new standing into force. */
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

    /** What the node may do now. Any thread. */
    Standing standing() {
        return standing;
    }

    /** Looks where the node stands; {@code nowNanos} was read before the call. To be called several times within a margin. */
    void step(long nowNanos) {
        boolean connected = membership.connected();
        if (connected) {
            confirmed(nowNanos - membership.confirmedNanosAgo());
            if (nowNanos - contactNanos < lease.silenceNanos() / 2) {
                become(Standing.MEMBER);
                return;
            }
        }
        probe(nowNanos); // before it has to be silent: who answers in time keeps it from that
        if (nowNanos - vouchedNanos >= lease.silenceNanos()) {
            become(Standing.SILENT);
        } else if (connected && nowNanos - contactNanos < lease.silenceNanos()) {
            become(Standing.MEMBER);
        } else {
            become(nowNanos - contactNanos < lease.cacheNanos() ? Standing.DOUBTED : Standing.READ_ONLY);
        }
    }

    /** The keeper has answered a question of that time, and the node was a member. */
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

    /** A READ of one partition of every other member; one that serves none cannot be asked, and might be the substitute. */
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
