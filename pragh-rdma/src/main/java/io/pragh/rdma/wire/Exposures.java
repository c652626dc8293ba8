package io.pragh.rdma.wire;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.memory.Region;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that this node exposes, and the nodes that expose the others, as far as this node has heard. Any
 * thread.
 *
 * <p>Every exposure has a number, one more than the greatest that its node had heard of for the partition, and greater
 * than any from before the node was there; the greatest one is in force, and of equal ones that of the greater node.
 */
// A node that continues with a lost node's data folder has heard of nothing that the lost one had exposed. Its epoch is
// later than that of each node before it, and no node exposes a partition 2^20 times.
public final class Exposures {
    private static final int EPOCH_SHIFT = 20;

    private final int self;
    private final long first;
    private final SecureRandom random;
    private final AtomicReferenceArray<@Nullable Own> own = new AtomicReferenceArray<>(Fabric.PARTITIONS_MAX);
    private final AtomicReferenceArray<@Nullable Route> routes = new AtomicReferenceArray<>(Fabric.PARTITIONS_MAX);

    /**
     * An exposure of this node. Immutable.
     *
     * @param region its memory; null once it was withdrawn
     * @param replaced whether another node exposes the partition now
     * @param notice the notice that other nodes are told
     */
    public record Own(@Nullable Region region, boolean replaced, ExposureNotice notice) {}

    /**
     * The exposure of a partition by another node. Immutable.
     *
     * @param node number of the node
     * @param notice its notice
     */
    public record Route(int node, ExposureNotice notice) {}

    /**
     * Starts without any known exposure.
     *
     * @param epoch of the view with which the node begins
     */
    public Exposures(int self, long epoch, SecureRandom random) {
        this.self = self;
        this.first = epoch << EPOCH_SHIFT;
        this.random = random;
    }

    static boolean exists(int partition) {
        return partition >= 0 && partition < Fabric.PARTITIONS_MAX;
    }

    /** Exposes a partition on this node from now on; returns the notice to send to other nodes. */
    public synchronized ExposureNotice expose(int partition, Region region) {
        if (!exists(partition)) {
            throw new PraghException("no such partition: partition=" + partition);
        }
        Own before = own.get(partition);
        Route route = routes.get(partition);
        long known = Math.max(before == null ? 0 : before.notice.number(), route == null ? 0 : route.notice.number());
        long number = Math.max(known, first) + 1;
        ExposureNotice notice = new ExposureNotice(partition, number, random.nextLong());
        own.set(partition, new Own(region, false, notice));
        return notice;
    }

    /** Ends access to a partition of this node; false when this node does not expose it. */
    public synchronized boolean withdraw(int partition) {
        Own exposed = exists(partition) ? own.get(partition) : null;
        if (exposed == null || exposed.replaced || exposed.region == null) {
            return false;
        }
        own.set(partition, new Own(null, false, exposed.notice));
        return true;
    }

    /** Handles another node's notice; true when it takes the partition from this node. */
    public synchronized boolean heard(int node, ExposureNotice notice) {
        int partition = notice.partition();
        Route before = routes.get(partition);
        if (before == null
                || before.node == node
                || newer(notice.number(), node, before.notice.number(), before.node)) {
            routes.set(partition, new Route(node, notice));
        }
        Own exposed = own.get(partition);
        if (exposed != null && !exposed.replaced && newer(notice.number(), node, exposed.notice.number(), self)) {
            own.set(partition, new Own(null, true, exposed.notice));
            return true;
        }
        return false;
    }

    /** Handles all notices of a node that was reached; true when one takes a partition from this node. */
    public synchronized boolean heardAll(int node, List<ExposureNotice> notices) {
        for (int partition = 0; partition < routes.length(); partition++) {
            Route route = routes.get(partition);
            if (route != null && route.node == node) {
                routes.set(partition, null); // of an earlier life, or it is said again below
            }
        }
        boolean taken = false;
        for (ExposureNotice notice : notices) {
            taken |= heard(node, notice);
        }
        return taken;
    }

    private static boolean newer(long number, int node, long otherNumber, int otherNode) {
        return number > otherNumber || number == otherNumber && node > otherNode;
    }

    /** This node's exposure of a partition, if it is the one in force. */
    public @Nullable Own own(int partition) {
        Own exposed = exists(partition) ? own.get(partition) : null;
        return exposed == null || exposed.replaced ? null : exposed;
    }

    /** Another node's exposure of a partition. */
    public @Nullable Route route(int partition) {
        return exists(partition) ? routes.get(partition) : null;
    }

    /** The region that a request with this key may reach. */
    public @Nullable Region open(int partition, long key) {
        Own exposed = own(partition);
        return exposed == null || exposed.notice.key() != key ? null : exposed.region;
    }

    /** The notices for a node that has just been let in. */
    public synchronized List<ExposureNotice> notices() {
        List<ExposureNotice> notices = new ArrayList<>();
        for (int partition = 0; partition < own.length(); partition++) {
            Own exposed = own(partition);
            if (exposed != null) {
                notices.add(exposed.notice);
            }
        }
        return notices;
    }

    /** Ends access to everything. */
    public synchronized void withdrawAll() {
        for (int partition = 0; partition < own.length(); partition++) {
            withdraw(partition);
        }
    }
}
