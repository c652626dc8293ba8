package io.pragh.core.handover;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.standing.NodeBasis;
import io.pragh.core.standing.NodeShare;
import io.pragh.core.store.StoreNode;
import io.pragh.core.txn.home.TransactionHome;
import java.util.function.BooleanSupplier;

/**
 * The node that gives or takes. Immutable.
 *
 * @param basis what it stands on
 * @param share its partitions
 * @param follower hears of what is served again
 * @param store updates, and what was answered
 * @param transactions the same of transactions
 * @param placement pulls values into partitions
 * @param recovered whether nothing is left to be recovered
 * @param serve delivers messages while somebody waits
 */
public record HandoverContext(
        NodeBasis basis,
        NodeShare share,
        NodeShare.Follower follower,
        StoreNode store,
        TransactionHome transactions,
        Pulling placement,
        BooleanSupplier recovered,
        Runnable serve) {

    /** What pulls values into a node's partitions. */
    public interface Pulling {
        /**
         * Stops it for one partition, and what it retires in that one's name. Tells from then on whether nothing is under way there any
         * more; nothing will be until {@link #keepAll}. Any thread.
         */
        BooleanSupplier release(int partition);

        /** Pulls into all partitions again that are the node's. Any thread. */
        void keepAll();
    }

    Fabric fabric() {
        return basis.fabric();
    }

    Membership membership() {
        return basis.membership();
    }

    HomeMap homes() {
        return basis.homes();
    }

    Clock clock() {
        return basis.clock();
    }
}
