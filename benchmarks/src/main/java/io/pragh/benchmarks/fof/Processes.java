package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a cluster whose nodes are processes of their own. Immutable.
 *
 * @param fabric how they reach each other
 * @param graph what each of them reads or generates by itself
 * @param data a folder in which each makes a data folder under its name, and whose clients go on when calls fail; null when nothing is kept
 * @param sessionMillis how long a process may be silent before it counts as dead
 */
public record Processes(
        FabricKind fabric, GraphSource graph, @Nullable Path data, int sessionMillis) {
    /** Many processes on few cores are kept waiting by each other. */
    private static final int SESSION_MILLIS = 20_000;

    /** Processes that keep nothing. */
    public Processes(FabricKind fabric, GraphSource graph) {
        this(fabric, graph, null, SESSION_MILLIS);
    }

    /** Refuses a fabric that ends where a process ends. */
    public Processes {
        if (!fabric.leavesProcess()) {
            throw new PraghException("this fabric does not leave a process: fabric=" + fabric);
        }
    }
}
