package io.pragh.rdma.verbs;

/**
 * What a device says that it can do. Immutable.
 *
 * @param pairsMax queue pairs of the device
 * @param workMax work requests in the queue of one pair
 * @param readsAnsweredMax READs, CAS and FETCH_ADDs of a pair that it answers at a time
 * @param readsBegunMax those that a pair may have under way
 * @param atomics 0: the device has no CAS and FETCH_ADD; 1: they are atomic among those of the device; 2: with the processor too
 */
public record DeviceLimits(int pairsMax, int workMax, int readsAnsweredMax, int readsBegunMax, int atomics) {
    /** Whether it has CAS and FETCH_ADD, without which there is no fabric. */
    public boolean hasAtomics() {
        return atomics > 0;
    }
}
