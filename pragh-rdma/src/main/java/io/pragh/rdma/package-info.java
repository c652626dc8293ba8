/**
 * Fabrics between processes: shared memory on one machine, TCP, and RDMA verbs. {@link java.util.ServiceLoader} finds
 * each fabric by its URI scheme; no fabric knows another one, or what the bytes mean that it moves.
 */
package io.pragh.rdma;
