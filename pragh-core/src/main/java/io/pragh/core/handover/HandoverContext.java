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
 * The parts of a node that a handover uses, on either side. Immutable.
 *
 * @param basis the node's basis
 * @param share its partitions
 * @param follower learns of partitions that are served again
 * @param store updates and their answered requests
 * @param transactions transactions and their answered requests
 * @param placement pulls values into partitions
 * @param recovered whether no recovery work is left
 * @param serve delivers messages while a thread waits
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

    /** Controls the migration of values into a node's partitions. */
    public interface Pulling {
        /**
         * Stops migration into one partition, and the retiring of blocks on its behalf. The result tells from then on
         * whether no such work is in progress; none begins until {@link #keepAll}. Any thread.
         */
        BooleanSupplier release(int partition);

        /** Resumes migration into all of the node's partitions. Any thread. */
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
