package io.pragh.core.node;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * What recovery needs of the node it works for. Immutable.
 *
 * @param partitions the node's partitions now
 * @param words swaps words of these
 * @param view the latest picture of the cluster
 * @param forget makes the migrator forget what it knows of a partition that died
 * @param underWay whether a migration into this node works on the block at an address
 * @param retarget makes the migrator pull into the node's partitions of now
 * @param marked hears that every key whose value died is marked
 */
record RecoveryContext(
        Supplier<List<Partition>> partitions,
        OwnWords words,
        Supplier<ClusterView> view,
        IntConsumer forget,
        LongPredicate underWay,
        Runnable retarget,
        Runnable marked) {}
