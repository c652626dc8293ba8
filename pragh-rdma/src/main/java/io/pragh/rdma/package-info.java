/**
 * Fabrics that leave the process: shared memory between processes of one host, and TCP; RDMA verbs have no code yet. Each is found by
 * its URI scheme through {@link java.util.ServiceLoader}; none of them knows another, or what the bytes it moves mean.
 */
package io.pragh.rdma;
