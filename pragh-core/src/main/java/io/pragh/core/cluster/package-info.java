/**
 * Who is in the cluster, which node serves which partition, and the promise about leases that all members share. Front door:
 * {@link io.pragh.core.cluster.ClusterView} and {@link io.pragh.core.cluster.Membership}. It must never know how membership is
 * agreed on (ZooKeeper is the coordinator module's).
 */
@NullMarked
package io.pragh.core.cluster;

import org.jspecify.annotations.NullMarked;
