package io.pragh.core.access.location;

/** Receives the reads of cached keys since the last drain. Called on the draining thread. */
@FunctionalInterface
public interface CountConsumer {
    /**
     * Receives one key.
     *
     * @param key the key
     * @param address the address of its value at the last lookup
     * @param reads number of reads of the key
     */
    void accept(long key, long address, int reads);
}
