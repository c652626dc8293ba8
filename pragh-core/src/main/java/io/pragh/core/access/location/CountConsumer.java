package io.pragh.core.access.location;

/** Takes the reads of one cached key since the last drain. Called on the draining thread. */
@FunctionalInterface
public interface CountConsumer {
    /**
     * One key.
     *
     * @param key what was read
     * @param address where it lay at the last lookup
     * @param reads how often it was read
     */
    void accept(long key, long address, int reads);
}
