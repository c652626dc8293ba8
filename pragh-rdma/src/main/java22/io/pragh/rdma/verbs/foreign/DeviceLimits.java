package io.pragh.rdma.verbs.foreign;

/**
 * The capabilities that a device reports. Immutable.
 *
 * @param readsAnsweredMax READs, CAS and FETCH_ADDs that it answers at a time for a queue pair
 * @param readsBegunMax READs, CAS and FETCH_ADDs that a queue pair may have under way
 * @param atomics 0: the device has no CAS and FETCH_ADD; 1: they are atomic among those of the device; 2: with the
 *     processor too
 */
record DeviceLimits(int readsAnsweredMax, int readsBegunMax, int atomics) {}
