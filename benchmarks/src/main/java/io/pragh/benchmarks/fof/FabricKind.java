package io.pragh.benchmarks.fof;

import java.util.Locale;

/** The fabric between the nodes of a benchmark. */
public enum FabricKind {
    /** Memory of this process, with all nodes; latency is modelled. */
    LOCAL,
    /** Memory that processes of this machine share. */
    SHM,
    /** TCP over the loopback interface. */
    TCP,
    /** RDMA verbs, by the first device of this machine. */
    RDMA;

    /** Whether every node is a process of its own. */
    public boolean leavesProcess() {
        return this != LOCAL;
    }

    /** Its name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
