package io.pragh.core.cluster;

import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * A node's knowledge of the members of the cluster, through the keeper. Opened by joining, closed by leaving. Any
 * thread.
 */
public interface Membership extends AutoCloseable {
    /** The latest view known here. */
    ClusterView view();

    /**
     * Registers a listener for every later view; the present view is not repeated. Calls come on a thread of the
     * membership's own.
     */
    void onChange(Consumer<ClusterView> listener);

    /**
     * False while this node cannot be sure that it is still a member, because its session is suspended or expired. It
     * must then act as if it had been expelled, once a lease has passed. Becomes false no later than the keeper can
     * expel this node for its silence. Becomes true again only when {@link #view} is the latest view and the
     * listeners have been told. A node that is expelled without having been silent may learn that a little later than
     * other nodes; for this case a node relies on {@link #confirmedNanosAgo}.
     */
    boolean connected();

    /**
     * The age, in nanoseconds, of the last confirmation that this node is a member: the time since it asked the
     * keeper the latest question that was answered so. The node was a member for all others at that time; they may
     * have expelled it right afterwards, while {@link #connected} is still true. 0 where nodes are never expelled
     * without being told, so that no question is needed. No round trip.
     */
    default long confirmedNanosAgo() {
        return 0;
    }

    /**
     * Tells the membership that the node begins to act as a member. Called once.
     *
     * @param silenceNanos how long the node acts after the question that {@link #confirmedNanosAgo} counts from; the
     *     membership asks the keeper several times within it
     * @param refused whether the machine of another member refuses connections at that member's address; called
     *     several times a second, must not wait. When more than half of all members say so of one member, the keeper
     *     may expel it
     */
    default void attend(long silenceNanos, IntPredicate refused) {}

    /** Whether this node is the only member and always will be, so that no other node reads its memory. */
    default boolean isAloneForGood() {
        return false;
    }

    /**
     * Gives a partition to another member, which has a complete copy of it, provided that the view of this epoch is
     * the latest one and names this node, {@code from}, as the node that serves it. True when the latest view names
     * the taker; false when the change did not happen and cannot happen any more. Waits for the keeper. Throws a
     * retryable {@link io.pragh.core.base.PraghException} when the outcome is unknown: call it again.
     */
    boolean handOver(int partition, int from, int to, long epoch);

    @Override
    void close();
}
