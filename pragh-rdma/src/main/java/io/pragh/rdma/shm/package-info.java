/**
 * The fabric for processes of one machine: all of them map the files of the regions, so that one-sided operations are
 * loads, stores and compare-and-swaps on a peer's memory. Front door: {@link io.pragh.rdma.shm.ShmFabricProvider}. No
 * process can be denied memory that it has mapped, so each process announces its operations and a fence waits for them;
 * the package must never know what the bytes mean.
 */
@NullMarked
package io.pragh.rdma.shm;

import org.jspecify.annotations.NullMarked;
