package io.pragh.rdma.verbs;

/** What a device's CAS and FETCH_ADD are atomic with. */
public enum DeviceAtomics {
    /** It has none, so there is no fabric. */
    NONE,
    /** Those of the device. */
    DEVICE,
    /** Those of the device and the processors. */
    MACHINE
}
