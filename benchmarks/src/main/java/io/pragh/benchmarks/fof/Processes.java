package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a cluster whose nodes are processes of their own. Immutable.
 *
 * @param fabric the fabric between them
 * @param graph that each of them reads or generates by itself
 * @param data a folder in which each makes a data folder under its name, and whose clients continue after failures;
 *     null without data folders
 * @param sessionMillis silence after which a process counts as dead
 */
public record Processes(
        FabricKind fabric, GraphSource graph, @Nullable Path data, int sessionMillis) {
    /** Many processes on few cores delay each other. */
    private static final int SESSION_MILLIS = 20_000;

    /** Processes without data folders. */
    public Processes(FabricKind fabric, GraphSource graph) {
        this(fabric, graph, null, SESSION_MILLIS);
    }

    /** Refuses a fabric that does not reach other processes. */
    public Processes {
        if (!fabric.leavesProcess()) {
            throw new PraghException("this fabric does not leave a process: fabric=" + fabric);
        }
    }
}
