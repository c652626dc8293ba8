package io.pragh.tinkerpop;

import io.pragh.core.property.PropertyGraph;

/** What a graph runs on: one or several nodes. Any thread. */
interface GraphBackend extends AutoCloseable {
    /** The property graph as the node sees it whose turn it is. */
    PropertyGraph next();

    /** The property graph as the first node sees it. */
    PropertyGraph first();

    /** Ends all nodes. */
    @Override
    void close();
}
