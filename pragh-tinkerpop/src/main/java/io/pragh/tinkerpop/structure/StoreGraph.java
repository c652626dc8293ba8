package io.pragh.tinkerpop.structure;

import io.pragh.core.property.BulkLoad;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;

/** A graph whose elements are in a store. Any thread. */
public interface StoreGraph extends Graph {
    /** The store through which its elements read and write. */
    ElementStore store();

    /** Begins a load in bulk; null when the graph has to be filled by transactions. The caller closes it. */
    @Nullable
    BulkLoad bulkLoad();

    @Override
    void close();
}
