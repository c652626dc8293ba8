/**
 * The fabric for processes of one machine: regions are files that all of them map, so that one-sided operations are loads, stores and
 * compare-and-swaps on the peer's memory. Front door: {@link io.pragh.rdma.shm.ShmFabricProvider}. Access to shared memory cannot be
 * taken from a process, so every process announces what it does, and fences wait for it. It must never know what the bytes mean.
 */
@NullMarked
package io.pragh.rdma.shm;

import org.jspecify.annotations.NullMarked;
