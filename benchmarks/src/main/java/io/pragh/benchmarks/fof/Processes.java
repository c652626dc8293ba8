package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;

/**
 * Asks for a cluster whose nodes are processes of their own. Immutable.
 *
 * @param fabric how they reach each other
 * @param graph what each of them reads or generates by itself
 */
public record Processes(FabricKind fabric, GraphSource graph) {
    /** Refuses a fabric that ends where a process ends. */
    public Processes {
        if (!fabric.leavesProcess()) {
            throw new PraghException("this fabric does not leave a process: fabric=" + fabric);
        }
    }
}
