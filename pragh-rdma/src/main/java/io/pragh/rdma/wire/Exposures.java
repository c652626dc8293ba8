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
 * Which partitions this node exposes, and who exposes the others, as far as it has heard. Any thread.
 *
 * <p>Every exposure has a number, one more than the greatest that its node had heard of for the partition; the greatest one is in
 * force, and of equal ones that of the greater node.
 */
public final class Exposures {
    private final int self;
    private final SecureRandom random;
    private final AtomicReferenceArray<@Nullable Own> own = new AtomicReferenceArray<>(Fabric.PARTITIONS_MAX);
    private final AtomicReferenceArray<@Nullable Route> routes = new AtomicReferenceArray<>(Fabric.PARTITIONS_MAX);

    /**
     * What this node exposes. Immutable.
     *
     * @param region its memory; null once it was withdrawn
     * @param replaced whether another node exposes the partition now
     * @param notice what others are told
     */
    public record Own(@Nullable Region region, boolean replaced, ExposureNotice notice) {}

    /**
     * Who exposes a partition. Immutable.
     *
     * @param node number of the node
     * @param notice what it said
     */
    public record Route(int node, ExposureNotice notice) {}

    /** Nobody exposes anything yet, as far as this node has heard. */
    public Exposures(int self, SecureRandom random) {
        this.self = self;
        this.random = random;
    }

    static boolean exists(int partition) {
        return partition >= 0 && partition < Fabric.PARTITIONS_MAX;
    }

    /** This node exposes a partition from now on; returns what others are to be told. */
    public synchronized ExposureNotice expose(int partition, Region region) {
        if (!exists(partition)) {
            throw new PraghException("no such partition: partition=" + partition);
        }
        Own before = own.get(partition);
        Route route = routes.get(partition);
        long number =
                Math.max(before == null ? 0 : before.notice.number(), route == null ? 0 : route.notice.number()) + 1;
        ExposureNotice notice = new ExposureNotice(partition, number, random.nextLong());
        own.set(partition, new Own(region, false, notice));
        return notice;
    }

    /** This node ends access to a partition; false when it does not expose it. */
    public synchronized boolean withdraw(int partition) {
        Own exposed = exists(partition) ? own.get(partition) : null;
        if (exposed == null || exposed.replaced || exposed.region == null) {
            return false;
        }
        own.set(partition, new Own(null, false, exposed.notice));
        return true;
    }

    /** Another node exposes a partition; true when it takes it from this one. */
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

    /** All that a node exposes, as it said when it was reached; true when it takes something from this one. */
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

    /** What this node exposes as a partition, if it is the one that does. */
    public @Nullable Own own(int partition) {
        Own exposed = exists(partition) ? own.get(partition) : null;
        return exposed == null || exposed.replaced ? null : exposed;
    }

    /** Who else exposes a partition. */
    public @Nullable Route route(int partition) {
        return exists(partition) ? routes.get(partition) : null;
    }

    /** The region that a request may reach. */
    public @Nullable Region open(int partition, long key) {
        Own exposed = own(partition);
        return exposed == null || exposed.notice.key() != key ? null : exposed.region;
    }

    /** What a node that has just been let in must know. */
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
