package io.pragh.tinkerpop.structure;

import io.pragh.core.property.BulkLoad;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;

/** A graph whose elements lie in a store. Any thread. */
public interface StoreGraph extends Graph {
    /** What its elements read and write through. */
    ElementStore store();

    /** Begins a load in bulk; null when the graph has to be filled by transactions. Whoever gets one closes it. */
    @Nullable
    BulkLoad bulkLoad();

    @Override
    void close();
}
