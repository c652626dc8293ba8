package io.pragh.core.property;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.graph.TransactionalLists;
import org.jspecify.annotations.Nullable;

/** What all parts of one transaction share: its reads, its graph, names as numbers. One thread at a time. */
final class Scope implements VertexCodec.Names {
    final GraphNames names;
    final HomeMap homes;
    final TransactionSource source;
    final KeyScan keyScan;
    final Transaction transaction;
    final TransactionalLists lists;
    private final Catalogue catalogue;
    private final int bodyBytesMax;
    private @Nullable IndexCatalogue indexes;

    Scope(
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
        this.lists = new TransactionalLists(transaction);
    }

    /** The indexes there are, validated. Cost: one READ in a transaction. */
    IndexCatalogue indexes() {
        IndexCatalogue known = indexes;
        if (known == null) {
            known = IndexCatalogue.read(catalogue, transaction);
            indexes = known;
        }
        return known;
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
    public String key(int number) {
        return names.keys().name(number, source);
    }

    @Override
    public int bodyBytesMax() {
        return bodyBytesMax;
    }

    int edgeLabel(String name) {
        return names.edgeLabels().number(name, source);
    }
}
