/**
 * The fabric for machines without RDMA: an agent at every node plays the network card, and executes one-sided operations that come
 * as frames over TCP. Front door: {@link io.pragh.rdma.tcp.TcpFabricProvider}. Since it hands out memory, both sides of every
 * connection prove who they are, by certificates or by a shared secret. It must never know what the bytes mean to the store.
 */
@NullMarked
package io.pragh.rdma.tcp;

import org.jspecify.annotations.NullMarked;
