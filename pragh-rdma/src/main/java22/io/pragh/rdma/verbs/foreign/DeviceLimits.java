package io.pragh.rdma.verbs.foreign;

/**
 * What a device says that it can do. Immutable.
 *
 * @param readsAnsweredMax READs, CAS and FETCH_ADDs of a pair that it answers at a time
 * @param readsBegunMax those that a pair may have under way
 * @param atomics 0: the device has no CAS and FETCH_ADD; 1: they are atomic among those of the device; 2: with the processor too
 */
record DeviceLimits(int readsAnsweredMax, int readsBegunMax, int atomics) {}
