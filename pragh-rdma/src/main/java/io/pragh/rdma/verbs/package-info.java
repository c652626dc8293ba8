/**
 * The fabric of RDMA: the network card executes one-sided operations, through DiSNI's interface to verbs. Front door:
 * {@link io.pragh.rdma.verbs.VerbsFabricProvider}. The package must never know what the bytes mean.
 */
@NullMarked
package io.pragh.rdma.verbs;

import org.jspecify.annotations.NullMarked;
