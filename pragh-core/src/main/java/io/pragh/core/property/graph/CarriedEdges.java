package io.pragh.core.property.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphSessions;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.catalogue.GraphNames;
import io.pragh.core.property.read.EdgeReads;
import io.pragh.core.property.read.KeyBatches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives edges whose entries carry a property a number and a value of their own when the property gets an index: the
 * index's lists name edges by their numbers. Used by {@link IndexBuilder}. One thread.
 */
final class CarriedEdges {
    /** The most edges that get values in one transaction. */
    private static final int AT_ONCE = 512;
    /** The most attempts of a transaction that conflicts. */
    private static final int TRIES_MAX = 1000;

    private final KeyValueGraph graph;
    private final GraphSessions.Session session;
    private final GraphNames names;
    private final HomeMap homes;

    CarriedEdges(KeyValueGraph graph, GraphSessions.Session session, GraphNames names) {
        this.graph = graph;
        this.session = session;
        this.names = names;
        this.homes = graph.homes();
    }

    /**
     * Gives values to the edges that carry the property now; once the index is in the catalogue, no new edge carries
     * it. Cost: a walk over all lists of outgoing edges that may carry it, and a commit for every 512 that do.
     */
    void giveValues(String key) {
        int number = names.keys().find(key, session.transactions());
        Set<Integer> labels = number == 0 ? Set.of() : names.edgeColumns().labels(number, session.transactions());
        if (labels.isEmpty()) {
            return;
        }
        for (int partition = 0; partition < homes.partitions(); partition++) {
            KeyBatches batches = new KeyBatches(session.keys(), partition, GraphKey.KIND_ADJACENCY);
            while (batches.hasNext()) {
                byLabel(EdgeReads.outgoing(batches.next()), labels).forEach(this::giveValues);
            }
        }
    }

    /** The vertices of the lists that have one of the labels, by label. */
    private static Map<Integer, List<Long>> byLabel(long[] lists, Set<Integer> labels) {
        Map<Integer, List<Long>> vids = new LinkedHashMap<>();
        for (long list : lists) {
            int label = GraphKey.label(list);
            if (labels.contains(label)) {
                vids.computeIfAbsent(label, l -> new ArrayList<>()).add(GraphKey.vid(list));
            }
        }
        return vids;
    }

    private void giveValues(int label, List<Long> vertices) {
        long[] vids = vertices.stream().mapToLong(vid -> vid).toArray();
        int tries = 0;
        int given = AT_ONCE;
        while (given == AT_ONCE) {
            try {
                given = giveSomeValues(label, vids);
                tries = 0;
            } catch (ConflictException again) {
                if (++tries == TRIES_MAX) {
                    throw again;
                }
            }
        }
    }

    /**
     * Marks the edges as changed without changing them: the commit then stores them as the catalogue now requires.
     */
    private int giveSomeValues(int label, long[] vids) {
        try (GraphTransaction transaction = graph.begin(TransactionOptions.DEFAULT)) {
            List<EdgeRef> carrying = someThatCarry(transaction, label, vids);
            List<EdgeRecord> records = transaction.records(carrying);
            records.forEach(transaction::change);
            transaction.commit();
            return carrying.size();
        }
    }

    /**
     * Up to {@link #AT_ONCE} of the edges that carry a property. The transaction does not depend on their lists,
     * because others may go on adding edges to these.
     */
    private static List<EdgeRef> someThatCarry(GraphTransaction transaction, int label, long[] vids) {
        List<EdgeRef> carrying = new ArrayList<>();
        try (GraphTransaction reader = transaction.reader()) {
            reader.edges(vids, true, false, new int[] {label}, Long.MAX_VALUE, (i, neighbour, l, eid, out) -> {
                if (EdgeRef.carries(eid) && carrying.size() < AT_ONCE) {
                    carrying.add(new EdgeRef(vids[i], l, neighbour, eid));
                }
            });
        }
        return carrying;
    }
}
