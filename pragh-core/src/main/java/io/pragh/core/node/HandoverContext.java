package io.pragh.core.node;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreNode;
import java.util.function.BooleanSupplier;

/**
 * What handovers need of the node that gives or takes. Immutable.
 *
 * @param fabric the node's
 * @param membership who serves what
 * @param homes which partition is the home of a key
 * @param config the node's
 * @param clock the node's
 * @param surroundings what all partitions share
 * @param share the node's partitions
 * @param follower hears of what is served again
 * @param store updates, and what was answered
 * @param transactions the same of transactions
 * @param placement pulls values into partitions
 * @param recovered whether nothing is left to be recovered
 * @param serve delivers messages while somebody waits
 */
record HandoverContext(
        Fabric fabric,
        Membership membership,
        HomeMap homes,
        NodeConfig config,
        Clock clock,
        Partition.Surroundings surroundings,
        NodeShare share,
        NodeShare.Follower follower,
        StoreNode store,
        NodeTransactions transactions,
        NodePlacement placement,
        BooleanSupplier recovered,
        Runnable serve) {}
