package io.pragh.tinkerpop.structure;

import org.apache.tinkerpop.gremlin.structure.Graph;

/** A graph whose elements lie in a store. Any thread. */
public interface StoreGraph extends Graph {
    /** What its elements read and write through. */
    ElementStore store();

    @Override
    void close();
}
