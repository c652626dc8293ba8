package io.pragh.core.cluster;

import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** A node's knowledge of who is in the cluster. Opened by joining, closed by leaving. Any thread. */
public interface Membership extends AutoCloseable {
    /** The latest picture known here. */
    ClusterView view();

    /** Calls back, on a thread of the membership's own, with every later picture; the picture now is not repeated. */
    void onChange(Consumer<ClusterView> listener);

    /**
     * False while this node cannot be sure that it is still a member (its session is suspended or expired): it must act as if it
     * had been expelled, once a lease has passed. Becomes false no later than this node can have been expelled for its silence, and true
     * again only when {@link #view} is the latest one and its listeners have been told. Whom the keeper expels though it is not silent
     * may be told a little later than others: {@link #confirmedNanosAgo} is what a node goes by.
     */
    boolean connected();

    /**
     * How long ago, in nanoseconds, this node asked the keeper the latest question of which the answer has come and says that it is a
     * member: it was one for all others then. They may have expelled it at once afterwards, while {@link #connected} is still true. 0 where
     * nobody is asked, because nobody expels a node without telling it. No round trip.
     */
    default long confirmedNanosAgo() {
        return 0;
    }

    /**
     * A node begins to act as a member. Called once.
     *
     * @param silenceNanos it acts for so long after the question of which {@link #confirmedNanosAgo} tells, so the keeper is asked several
     *     times meanwhile
     * @param refused whether the machine of another member says that nobody listens where that is reached; asked several times a second, and
     *     does not wait. When more than half of all members say so of one, the keeper may take it out
     */
    default void attend(long silenceNanos, IntPredicate refused) {}

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
