/**
 * The fabric for machines without RDMA: an agent at each node takes the part of the network card, and executes
 * one-sided operations that arrive as frames over TCP. Front door: {@link io.pragh.rdma.tcp.TcpFabricProvider}. Because
 * the fabric gives access to memory, both sides of each connection authenticate by certificates or by a shared secret;
 * the package must never know what the bytes mean to the store.
 */
@NullMarked
package io.pragh.rdma.tcp;

import org.jspecify.annotations.NullMarked;
