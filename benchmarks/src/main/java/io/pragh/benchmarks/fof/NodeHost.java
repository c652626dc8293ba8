package io.pragh.benchmarks.fof;

import io.pragh.core.engine.TaskEngine;
import io.pragh.core.node.PraghNode;
import io.pragh.tinkerpop.PraghGraph;
import java.util.List;

/**
 * The nodes that this process hosts, all of a cluster or one of them, and the workers that run operations there. Any
 * thread.
 */
interface NodeHost extends AutoCloseable {
    /** The nodes; a place is an index into this list. */
    List<PraghNode> nodes();

    /** The workers. */
    TaskEngine engine();

    /** The worker that serves a node, by its place. A host of a single node lets all workers run operations there. */
    int workerOf(int place);

    /** The property graph of the nodes; the caller closes it before them, and it leaves them open. */
    PraghGraph graph();

    /** Called after loading; makes the loaded data durable, where there is a data folder. */
    default void loaded() {}

    /** Lets values move, if that is decided in this process. */
    void startMigration();

    @Override
    void close();
}
