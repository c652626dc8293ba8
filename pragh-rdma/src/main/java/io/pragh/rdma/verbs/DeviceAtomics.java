package io.pragh.rdma.verbs;

/** The scope in which a device's CAS and FETCH_ADD are atomic. */
public enum DeviceAtomics {
    /** The device has no atomics, so there is no fabric. */
    NONE,
    /** Atomic with other atomics of the same device. */
    DEVICE,
    /** Atomic with those of the device and with the processors. */
    MACHINE
}
