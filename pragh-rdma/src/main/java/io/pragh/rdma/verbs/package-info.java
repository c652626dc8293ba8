/**
 * The fabric of RDMA: one-sided operations by the network card, through DiSNI's interface to verbs. Front door: {@link
 * io.pragh.rdma.verbs.VerbsFabricProvider}. It must never know what the bytes mean.
 */
@NullMarked
package io.pragh.rdma.verbs;

import org.jspecify.annotations.NullMarked;
