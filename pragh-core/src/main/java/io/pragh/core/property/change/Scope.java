package io.pragh.core.property.change;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.core.property.GraphSessions;
import io.pragh.core.property.catalogue.Catalogue;
import io.pragh.core.property.catalogue.EdgeColumns;
import io.pragh.core.property.catalogue.GraphNames;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.catalogue.NameCatalogue;
import io.pragh.core.property.catalogue.NameNumbers;
import io.pragh.core.property.element.VertexCodec;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The context that all parts of one transaction share: its reads, its graph, the numbers of names. One thread at a
 * time.
 */
public final class Scope implements VertexCodec.Names {
    private final GraphNames names;
    private final HomeMap homes;
    private final TransactionSource source;
    private final KeyScan keyScan;
    private final Transaction transaction;
    private final TransactionalLists lists;
    private final Catalogue catalogue;
    private final int bodyBytesMax;
    private @Nullable IndexCatalogue indexes;
    private @Nullable NameNumbers knownKeys;
    /** The counts of facts and edge labels in the transaction's snapshot; negative until they are read. */
    private int factsThen = -1;

    private int labelsThen = -1;

    /**
     * The context of a transaction of a session; {@code bodyBytesMax} is the size of the largest value that can be
     * stored.
     */
    public Scope(
            GraphNames names,
            Catalogue catalogue,
            GraphSessions.Session session,
            HomeMap homes,
            Transaction transaction,
            int bodyBytesMax) {
        this.catalogue = catalogue;
        this.names = names;
        this.homes = homes;
        this.source = session.transactions();
        this.keyScan = session.keys();
        this.transaction = transaction;
        this.bodyBytesMax = bodyBytesMax;
        this.lists = new TransactionalLists(transaction, ListOperations.APPEND_TO_VERTEX);
    }

    /** The names of labels and keys. */
    public GraphNames names() {
        return names;
    }

    /** Maps a key to the partition that is its home. */
    public HomeMap homes() {
        return homes;
    }

    /** Begins further transactions of this session. */
    public TransactionSource source() {
        return source;
    }

    /** Lists keys by kind. */
    public KeyScan keyScan() {
        return keyScan;
    }

    /** The transaction of the store. */
    public Transaction transaction() {
        return transaction;
    }

    /** Adjacency lists in the transaction. */
    public TransactionalLists lists() {
        return lists;
    }

    /** The graph's indexes, validated. Cost: one READ in a transaction. */
    public IndexCatalogue indexes() {
        IndexCatalogue known = indexes;
        if (known == null) {
            known = IndexCatalogue.read(catalogue, transaction);
            indexes = known;
        }
        return known;
    }

    /** Notes that natural identifiers of edges are lent; transactions that add edges conflict with the first time. */
    void lend() {
        IndexCatalogue known = indexes();
        if (!known.lent()) {
            IndexCatalogue lending = known.lending();
            lending.write(catalogue, transaction);
            indexes = lending;
        }
    }

    @Override
    public int vertexLabel(String name) {
        return names.vertexLabels().number(name, source);
    }

    @Override
    public String vertexLabel(int number) {
        return names.vertexLabels().name(number, source);
    }

    @Override
    public int key(String name) {
        return names.keys().number(name, source);
    }

    @Override
    public int knownKey(String name) {
        NameNumbers known = knownKeys;
        if (known == null) {
            known = new NameNumbers(names.keys()::known);
            knownKeys = known;
        }
        return known.get(name);
    }

    @Override
    public String key(int number) {
        return names.keys().name(number, source);
    }

    @Override
    public void identified() {
        names.facts().number(GraphNames.IDENTIFIED, source);
    }

    /**
     * Whether a vertex that the transaction sees may have an identifier other than its number. Cost: at most one READ
     * in a transaction.
     */
    // Not validated: a vertex's identifier never changes, so a statement about the vertices of the snapshot stays
    // true of them while they exist, and their existence is validated where they are found.
    public boolean mayBeIdentified() {
        if (factsThen < 0) {
            int known = names.facts().next() - 1; // a later fact may count, which costs at most a look at a vertex
            factsThen = known > 0 ? known : names.facts().count(transaction);
        }
        return factsThen > 0;
    }

    /**
     * An upper bound for the numbers of edge labels in the transaction's snapshot and of its own; a number above
     * {@code enough} if this node knows more labels than that. Not validated. Cost: at most one READ in a
     * transaction.
     */
    public int edgeLabels(int enough) {
        int known = names.edgeLabels().next() - 1;
        if (known > enough) {
            return known;
        }
        if (labelsThen < 0) {
            labelsThen = names.edgeLabels().count(transaction);
        }
        return Math.max(known, labelsThen);
    }

    /** As {@link NameCatalogue#isComplete} for the labels of edges. */
    public boolean relyOnEdgeLabels() {
        return names.edgeLabels().isComplete(transaction);
    }

    @Override
    public int bodyBytesMax() {
        return bodyBytesMax;
    }

    /** The property that edges of a label carry; some do. */
    public EdgeColumns.Column column(int edgeLabel) {
        return names.edgeColumns().of(edgeLabel, source);
    }

    /** As {@link EdgeColumns#edgeId}. */
    long carriedBy(int edgeLabel, Map<String, @Nullable Object> properties, Set<String> indexed) {
        return names.edgeColumns().edgeId(edgeLabel, properties, indexed, this::key, source);
    }

    /** The number of an edge label; a new label gets one. */
    public int edgeLabel(String name) {
        return names.edgeLabels().number(name, source);
    }
}
