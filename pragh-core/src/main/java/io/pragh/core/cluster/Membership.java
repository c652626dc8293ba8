package io.pragh.core.cluster;

import java.util.function.Consumer;

/** A node's knowledge of who is in the cluster. Opened by joining, closed by leaving. Any thread. */
public interface Membership extends AutoCloseable {
    /** The latest picture known here. */
    ClusterView view();

    /** Calls back, on a thread of the membership's own, with every later picture; the picture now is not repeated. */
    void onChange(Consumer<ClusterView> listener);

    /**
     * False while this node cannot be sure that it is still a member (its session is suspended or expired): it must act as if it
     * had been expelled, once a lease has passed. Becomes false no later than anybody can have been told to take this node's place,
     * and true again only when {@link #view} is the latest one and its listeners have been told.
     */
    boolean connected();

    /** Whether there is no other member, and never will be one: nobody else can look at this node's memory. */
    default boolean isAloneForGood() {
        return false;
    }

    /**
     * Gives a partition to another member, which has all of it, if the picture of this epoch is the latest one and says that this
     * node, {@code from}, serves it. True when a picture says so from now on; false when that did not happen and cannot happen any more.
     * Waits for the keeper; throws a retryable {@link io.pragh.core.base.PraghException} when nobody knows: call it again.
     */
    boolean handOver(int partition, int from, int to, long epoch);

    @Override
    void close();
}
