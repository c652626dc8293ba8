/**
 * The members of the cluster, the node that serves each partition, and the lease that all members share. Front door:
 * {@link io.pragh.core.cluster.ClusterView} and {@link io.pragh.core.cluster.Membership}. The package must never know
 * how members agree on the membership; ZooKeeper belongs to the coordinator module.
 */
@NullMarked
package io.pragh.core.cluster;

import org.jspecify.annotations.NullMarked;
