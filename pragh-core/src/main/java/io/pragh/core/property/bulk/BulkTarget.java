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

/** The graph that a load goes into. One thread. */
public interface BulkTarget extends AutoCloseable {
    /** Which partition is the home of a key. */
    HomeMap homes();

    /** Names of labels and keys. */
    GraphNames names();

    /** The same as numbers. */
    VertexCodec.Names numbers();

    /** Where transactions about a partition begin. */
    TransactionSource source(int partition);

    /** Creates values of one home at once; false when nothing has happened, and they have to be committed. */
    boolean create(int home, NewValues values, Map<Long, Long> rolls);

    /** So many keys are about to be created at a home. */
    void expect(int home, long keys);

    /** Bytes that new values find in each partition, as far as is known. */
    long[] rooms();

    /** A number for a vertex that is to be at home in a partition. */
    long newVertex(int home);

    /** A number for an edge that leaves a vertex. */
    long newEdge(long out);

    /** Keys that have an index on edges, whether it answers or not. */
    Set<String> indexedOnEdges();

    /**
     * The load is written from now on: others' changes wait. Has indexes, if there are any, begin anew and without elements; {@link
     * #completeIndexes} ends it. Those that are to be filled.
     */
    List<IndexCatalogue.Index> beginIndexes();

    /** Has what {@link #beginIndexes} has begun answer, and fills it before where it was not {@code filled}; then all of it lasts, if anything does. */
    void completeIndexes(List<IndexCatalogue.Index> filled);

    /** Everything is there: transactions that begin in this process from now on see it. */
    void written();

    /** Nobody needs it any more. */
    @Override
    void close();
}
