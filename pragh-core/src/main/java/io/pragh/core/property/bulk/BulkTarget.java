package io.pragh.core.property.bulk;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.NewValues;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.property.catalogue.GraphNames;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.element.VertexCodec;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The graph into which a {@link StagedLoad} stores its elements. One thread. */
public interface BulkTarget extends AutoCloseable {
    /** Maps a key to the partition that is its home. */
    HomeMap homes();

    /** Names of labels and keys. */
    GraphNames names();

    /** Maps these names to numbers. */
    VertexCodec.Names numbers();

    /** Begins transactions on keys of a partition. */
    TransactionSource source(int partition);

    /**
     * Creates values of one home at once; returns false, and has done nothing, when they have to be committed
     * instead.
     */
    boolean create(int home, NewValues values, Map<Long, Long> rolls);

    /** Announces that so many keys are about to be created at a home. */
    void expect(int home, long keys);

    /** Bytes free for new values in each partition, as far as known. */
    long[] rooms();

    /** A number for a vertex with the given home. */
    long newVertex(int home);

    /** A number for an edge that leaves a vertex. */
    long newEdge(long out);

    /** Keys that have an index on edges, ready or not. */
    Set<String> indexedOnEdges();

    /** Notes that an edge of the load has the natural identifier of another, as {@link IndexCatalogue#lent}. */
    void lend();

    /**
     * Begins the writing of the load: changes of other threads wait from now on. Replaces the indexes by new ones
     * without elements, which {@link #completeIndexes} makes ready, and returns the new ones.
     */
    List<IndexCatalogue.Index> beginIndexes();

    /** Fills the new indexes of {@link #beginIndexes}, except those in {@code filled}, and makes them ready. */
    void completeIndexes(List<IndexCatalogue.Index> filled);

    /** Makes the complete load durable if the graph is; the exception says what to do where it cannot be. */
    void keep();

    /** Makes the load visible to transactions of this process that begin from now on. */
    void written();

    /** Releases the target's resources. */
    @Override
    void close();
}
