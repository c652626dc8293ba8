package io.pragh.tinkerpop;

import io.pragh.core.node.NodeStatistics;
import io.pragh.core.property.PropertyGraph;
import java.util.List;

/** What a graph runs on: one or several nodes. Any thread. */
interface GraphBackend extends AutoCloseable {
    /** The property graph as the node sees it whose turn it is. */
    PropertyGraph next();

    /** The property graph as the first node sees it. */
    PropertyGraph first();

    /** What each node of this process has counted, and how it is. */
    List<NodeStatistics> statistics();

    /** Ends all nodes. */
    @Override
    void close();
}
