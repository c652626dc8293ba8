package io.pragh.core.property.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.base.PraghException;
import io.pragh.core.graph.ListBlock;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphSessions;
import io.pragh.core.property.catalogue.Catalogue;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.element.Bodies;
import io.pragh.core.property.element.EdgeCodec;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.IndexedValues;
import io.pragh.core.property.element.VertexCodec;
import io.pragh.core.property.read.KeyBatches;
import io.pragh.core.property.value.EncodedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Creates and drops indexes while the graph is used. One thread. */
// First the index is entered in the catalogue as not ready: from then on every writer keeps it up to date (rule 6
// sends back the transactions that began before). Then the existing elements are added, in transactions that read
// them validated: no writer changes one in between. Two builders of one index, or a second one after the first has
// died, may add an entry twice where a list is long; readers visit each element once.
final class IndexBuilder {
    private final KeyValueGraph graph;
    private final GraphSessions.Session session;
    private final Catalogue catalogue;
    private final HomeMap homes;
    private final TransactionSource source;
    private final KeyScan scan;

    IndexBuilder(KeyValueGraph graph, GraphSessions.Session session, Catalogue catalogue, HomeMap homes) {
        this.catalogue = catalogue;
        this.graph = graph;
        this.session = session;
        this.homes = homes;
        this.source = session.transactions();
        this.scan = session.keys();
    }

    void create(ElementKind kind, String key) {
        create(kind, key, List.of());
    }

    private void create(ElementKind kind, String key, List<IndexCatalogue.Index> filled) {
        IndexCatalogue.Index index = source.retry(TransactionOptions.DEFAULT, t -> announce(t, kind, key));
        if (!index.ready()) {
            if (!filled.contains(index)) { // by now it may be another index on the same key
                fill(index);
            }
            complete(index);
        }
    }

    private void fill(IndexCatalogue.Index index) {
        if (index.kind() == ElementKind.EDGE) {
            graph.carriedEdges(session).giveValues(index.key());
        }
        for (int partition = 0; partition < homes.partitions(); partition++) {
            int kindOfKeys = switch (index.kind()) {
                case VERTEX -> GraphKey.KIND_VERTEX;
                case EDGE -> GraphKey.KIND_EDGE;
            };
            KeyBatches batches = new KeyBatches(scan, partition, kindOfKeys);
            while (batches.hasNext()) {
                long[] keys = batches.next();
                source.retry(TransactionOptions.DEFAULT, t -> fill(t, index, keys));
            }
        }
    }

    private void complete(IndexCatalogue.Index index) {
        source.retry(TransactionOptions.DEFAULT, t -> {
            IndexCatalogue all = IndexCatalogue.read(catalogue, t);
            IndexCatalogue.Index now = all.find(index.kind(), index.key());
            if (now == null || !now.ready()) {
                checkThere(now, index);
                all.ready(index).write(catalogue, t);
            }
            return true;
        });
    }

    /** Enters the index in the catalogue, and returns it. */
    private IndexCatalogue.Index announce(Transaction transaction, ElementKind kind, String key) {
        IndexCatalogue all = IndexCatalogue.read(catalogue, transaction);
        IndexCatalogue.Index known = all.find(kind, key);
        if (known != null) {
            return known;
        }
        IndexCatalogue longer = all.with(kind, key);
        longer.write(catalogue, transaction);
        return longer.all().get(longer.all().size() - 1);
    }

    private static void checkThere(IndexCatalogue.@Nullable Index now, IndexCatalogue.Index index) {
        if (now == null || now.number() != index.number()) {
            throw new PraghException(
                    "the index was dropped while it was filled: " + index.kind() + " key=" + index.key());
        }
    }

    private boolean fill(Transaction transaction, IndexCatalogue.Index index, long[] keys) {
        IndexCatalogue.Index now = IndexCatalogue.read(catalogue, transaction).find(index.kind(), index.key());
        checkThere(now, index);
        Scope scope = graph.scope(session, transaction);
        byte[] @Nullable [] bodies = Bodies.read(transaction, keys);
        List<Long> lists = new ArrayList<>();
        List<Long> entries = new ArrayList<>();
        for (int i = 0; i < keys.length; i++) {
            byte[] body = bodies[i];
            if (body != null) {
                for (EncodedValue value : values(scope, index, keys[i], body)) {
                    lists.add(ElementKeys.index(index.kind(), index.number(), value.bytes()));
                    entries.add(index.kind() == ElementKind.VERTEX ? GraphKey.vid(keys[i]) : keys[i]);
                }
            }
        }
        long[] heads = lists.stream().mapToLong(key -> key).distinct().toArray();
        ListBlock[] blocks = ListBlock.read(transaction, heads, 0, heads.length, false);
        for (int head = 0; head < heads.length; head++) {
            for (int i = 0; i < lists.size(); i++) {
                if (lists.get(i) == heads[head] && !blocks[head].has(entries.get(i), 0)) {
                    scope.lists().append(heads[head], entries.get(i), 0);
                }
            }
        }
        return true;
    }

    private static Set<EncodedValue> values(Scope scope, IndexCatalogue.Index index, long key, byte[] body) {
        return switch (index.kind()) {
            case VERTEX -> IndexedValues.of(VertexCodec.decode(GraphKey.vid(key), body, scope), index.key());
            case EDGE -> IndexedValues.of(EdgeCodec.decode(GraphKey.label(key), body, scope), index.key());
        };
    }

    void drop(ElementKind kind, String key) {
        IndexCatalogue.Index gone = source.retry(TransactionOptions.DEFAULT, t -> {
            IndexCatalogue all = IndexCatalogue.read(catalogue, t);
            IndexCatalogue.Index known = all.find(kind, key);
            if (known != null) {
                all.without(known).write(catalogue, t);
            }
            return known;
        });
        if (gone != null) {
            deleteLists(gone);
        }
    }

    private void deleteLists(IndexCatalogue.Index gone) {
        long any = ElementKeys.index(gone.kind(), gone.number(), new byte[0]);
        for (int partition = 0; partition < homes.partitions(); partition++) {
            KeyBatches batches = new KeyBatches(scan, partition, GraphKey.KIND_INDEX);
            while (batches.hasNext()) {
                for (long list : batches.next()) {
                    if (GraphKey.withVid(list, 0) == GraphKey.withVid(any, 0)) {
                        source.retry(TransactionOptions.DEFAULT, t -> delete(t, list));
                    }
                }
            }
        }
    }

    /** Notes that natural identifiers of edges are lent. */
    void lend() {
        source.retry(TransactionOptions.DEFAULT, t -> {
            IndexCatalogue all = IndexCatalogue.read(catalogue, t);
            if (!all.lent()) {
                all.lending().write(catalogue, t);
            }
            return true;
        });
    }

    /** All indexes. */
    List<IndexCatalogue.Index> all() {
        return source.retry(
                TransactionOptions.DEFAULT.reading(),
                t -> IndexCatalogue.read(catalogue, t).all());
    }

    /**
     * Replaces all indexes in the catalogue by new ones that are not ready, because lists of the old ones were lost:
     * queries do without them, writers keep them up to date, and {@link #completeAnew} fills them. Returns the old
     * ones.
     */
    List<IndexCatalogue.Index> beginAnew() {
        return source.retry(TransactionOptions.DEFAULT, t -> {
            IndexCatalogue before = IndexCatalogue.read(catalogue, t);
            IndexCatalogue anew = before.withoutAll();
            for (IndexCatalogue.Index index : before.all()) {
                anew = anew.with(index.kind(), index.key());
            }
            anew.write(catalogue, t);
            return before.all();
        });
    }

    /**
     * Fills the new indexes that replace these, except those in {@code filled}, which have all elements already;
     * makes them ready, and deletes the remaining lists of the old ones.
     */
    void completeAnew(List<IndexCatalogue.Index> before, List<IndexCatalogue.Index> filled) {
        for (IndexCatalogue.Index index : before) {
            create(index.kind(), index.key(), filled);
            deleteLists(index);
        }
    }

    private static boolean delete(Transaction transaction, long list) {
        new TransactionalLists(transaction).delete(list);
        return true;
    }
}
