package io.pragh.core.fabric;

/**
 * What a fabric can do, and roughly what its operations cost, so that planners can choose between fetching and shipping. Immutable.
 *
 * @param remoteCas whether CAS and FETCH_ADD exist; without them a home publishes by message
 * @param atomicWithCpu whether CAS is atomic with the processor of the node that owns the memory; where it is not, the owner changes
 *     such words through the fabric's loopback too
 * @param readNanos expected time of a small READ or CAS
 * @param bytesPerMicrosecond bandwidth of one endpoint
 * @param messageNanos expected time of a small message, one way
 */
public record FabricCapabilities(
        boolean remoteCas, boolean atomicWithCpu, long readNanos, long bytesPerMicrosecond, long messageNanos) {}
