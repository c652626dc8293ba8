package io.pragh.core.standing;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.function.Consumer;

/**
 * How far a node that cannot reach the keeper of the membership may still act as a member: it stops by itself before anybody takes
 * its place. One thread, but for {@link #standing}.
 */
// The keeper expels a member no earlier than a session after its last word, and a node knows within two thirds of
// that that it is cut off (Membership.connected). Who sees the later view fences the node first, and takes no update
// of the partitions it has got until a lease and its margin have passed. So until a lease after it was last connected
// the node is alone with its partitions, whether it was expelled or not; it need ask nobody for that long.
//
// Afterwards it takes no updates. Reads of its own keys go on for as long as all other members vouch for it: it READs
// a word of every one of them, and a READ that ends well says that this member had not fenced it by then. One of them
// is the substitute, if there is one; so when all had answered, no update of the node's keys was taken within the
// lease from then. Values in its own memory it reads as any other node's, by an address no older than a lease: an
// address that was cached before a view it has missed may name a block that a dead member had pulled away.
//
// All of it counts on the node's own clock from before the question: whether connected, or the READ. A crash leaves
// nothing.
final class SelfFence {
    /** So often within a lease the others are asked, so that one lost READ is no reason to fall silent. */
    private static final int PROBES_PER_LEASE = 4;

    private final int self;
    private final Membership membership;
    private final Endpoint endpoint;
    private final long leaseNanos;
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
            long leaseNanos,
            long nowNanos,
            Consumer<Standing> whenChanged) {
        this.self = self;
        this.membership = membership;
        this.endpoint = endpoint;
        this.leaseNanos = leaseNanos;
        this.whenChanged = whenChanged;
        this.contactNanos = nowNanos;
        this.vouchedNanos = nowNanos;
        this.probedNanos = nowNanos - leaseNanos;
    }

    /** What the node may do now. Any thread. */
    Standing standing() {
        return standing;
    }

    /** Looks where the node stands; {@code nowNanos} was read before the call. To be called several times within a margin. */
    void step(long nowNanos) {
        if (membership.connected()) {
            contactNanos = nowNanos;
            vouchedNanos = nowNanos;
            become(Standing.MEMBER);
            return;
        }
        probe(nowNanos);
        if (nowNanos - contactNanos < leaseNanos) {
            become(Standing.DOUBTED);
        } else {
            become(nowNanos - vouchedNanos < leaseNanos ? Standing.READ_ONLY : Standing.SILENT);
        }
    }

    private void become(Standing now) {
        if (standing != now) {
            standing = now;
            whenChanged.accept(now);
        }
    }

    private void probe(long nowNanos) {
        if (!probing && nowNanos - probedNanos >= leaseNanos / PROBES_PER_LEASE) {
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
