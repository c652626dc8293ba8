package io.pragh.core.property.graph;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.Update;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphKeeper;
import io.pragh.core.property.GraphSessions;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.SeenMoment;
import io.pragh.core.property.bulk.StagedLoad;
import io.pragh.core.property.bulk.StagingBudget;
import io.pragh.core.property.catalogue.Catalogue;
import io.pragh.core.property.catalogue.GraphNames;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.element.VertexCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Implements a property graph with keys and values, through the sessions of one node. Any thread. */
public final class KeyValueGraph implements PropertyGraph {
    private final GraphSessions sessions;
    private final HomeMap homes;
    private final Catalogue catalogue;
    private final GraphNames names;
    private final int bodyBytesMax;
    private final NumberLeases vertexNumbers;
    private final NumberLeases edgeNumbers;
    private final HomesOfNew homesOfNew;
    private final SeenMoment seen;
    private final GraphKeeper keeper;
    private final Set<KeyValueTransaction> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * The graph behind these sessions.
     *
     * @param seed chooses where numbers begin in a graph that has none yet
     * @param seen the latest moment of the graph that any transaction of this process has seen
     * @param keeper makes the graph durable
     */
    public KeyValueGraph(GraphSessions sessions, long seed, SeenMoment seen, GraphKeeper keeper) {
        this.sessions = sessions;
        this.keeper = keeper;
        this.seen = seen;
        this.homes = sessions.homes();
        this.bodyBytesMax = Math.min(Update.BYTES_MAX, sessions.valueBytesMax());
        this.catalogue = new Catalogue(homes, this::near);
        this.names = GraphNames.unknown(catalogue, bodyBytesMax);
        this.vertexNumbers = new NumberLeases(ElementKind.VERTEX, homes, sessions::lifeOf, seed);
        this.edgeNumbers = new NumberLeases(ElementKind.EDGE, homes, sessions::lifeOf, ~seed);
        this.homesOfNew = new HomesOfNew(sessions, seed);
    }

    @Override
    public GraphTransaction begin(TransactionOptions options) {
        return begin(options, session -> session.begin(options));
    }

    KeyValueTransaction begin(TransactionOptions options, Function<TransactionSource, Transaction> how) {
        GraphSessions.Session session = take();
        KeyValueTransaction transaction;
        try {
            transaction = new KeyValueTransaction(this, session, options, begin(session.transactions(), options, how));
        } catch (RuntimeException failed) {
            session.giveBack();
            throw failed;
        }
        open.add(transaction);
        return transaction;
    }

    /**
     * Begins a transaction that sees all that any session of this process has seen or committed, whichever session it
     * gets.
     */
    private Transaction begin(
            TransactionSource source, TransactionOptions options, Function<TransactionSource, Transaction> how) {
        if (options.level() != IsolationLevel.SERIALIZABLE_CACHED) {
            return how.apply(source); // takes a snapshot by the timestamp word itself
        }
        source.see(seen.get());
        Transaction transaction = how.apply(source);
        seen.see(source.seen());
        return transaction;
    }

    GraphSessions.Session take() {
        checkNotClosed();
        return sessions.take();
    }

    void checkNotClosed() {
        if (closed) {
            throw new PraghException("the graph is closed");
        }
    }

    private <T> T with(Function<GraphSessions.Session, T> work) {
        GraphSessions.Session session = take();
        try {
            return work.apply(session);
        } finally {
            session.giveBack();
        }
    }

    Scope scope(GraphSessions.Session session, Transaction transaction) {
        return new Scope(names, catalogue, session, homes, transaction, bodyBytesMax);
    }

    void ended(KeyValueTransaction transaction, GraphSessions.Session session, boolean committed) {
        open.remove(transaction);
        if (committed) {
            seen(session);
        }
    }

    /** Makes transactions of this process that begin from now on see all commits of a session. */
    void seen(GraphSessions.Session session) {
        seen.see(session.transactions().seen());
    }

    GraphKeeper keeper() {
        return keeper;
    }

    HomeMap homes() {
        return homes;
    }

    long[] rooms() {
        return sessions.rooms();
    }

    IndexBuilder indexBuilder(GraphSessions.Session session) {
        return new IndexBuilder(this, session, catalogue, homes);
    }

    CarriedEdges carriedEdges(GraphSessions.Session session) {
        return new CarriedEdges(this, session, names);
    }

    /** Maps names to numbers, through transactions of the given source. */
    VertexCodec.Names numbers(TransactionSource source) {
        return new CatalogueNumbers(names, source, bodyBytesMax);
    }

    @Override
    public @Nullable BulkLoad bulkLoad(List<PropertyGraph> seenFrom) {
        if (sessions.hasLosses()) {
            return null;
        }
        try (GraphTransaction read = begin(TransactionOptions.DEFAULT.reading())) {
            if (read.countVertices() != 0 || read.countEdges() != 0) {
                return null;
            }
        }
        List<KeyValueGraph> nodes = new ArrayList<>(List.of(this));
        for (PropertyGraph each : seenFrom) {
            if (each instanceof KeyValueGraph other && other != this) {
                nodes.add(other);
            }
        }
        return new StagedLoad(new LoadTarget(nodes, names), StagingBudget.ofProcess());
    }

    /** The home of one transaction's new vertices. */
    int homeOfNew() {
        return homesOfNew.next();
    }

    /** A number for a vertex with the given home. */
    long newVertex(int home, TransactionSource session) {
        return vertexNumbers.next(home, session);
    }

    private int near() {
        int[] here = sessions.partitionsHere();
        return here.length == 0 ? 0 : here[0];
    }

    /** A number for an edge that leaves a vertex. */
    long newEdge(long out, TransactionSource session) {
        return edgeNumbers.next(homes.home(out), session);
    }

    /** Takes back numbers that no edge has got and no caller was told. */
    void giveBack(long[] edges) {
        for (long edge : edges) {
            edgeNumbers.giveBack(homes.home(edge), edge);
        }
    }

    boolean hasLost() {
        return sessions.hasLost();
    }

    @Override
    public int partitions() {
        return homes.partitions();
    }

    @Override
    public int[] partitionsHere() {
        return sessions.partitionsHere().clone();
    }

    @Override
    public void createIndex(ElementKind kind, String key) {
        with(session -> {
            new IndexBuilder(this, session, catalogue, homes).create(kind, key);
            return true;
        });
    }

    @Override
    public void dropIndex(ElementKind kind, String key) {
        with(session -> {
            new IndexBuilder(this, session, catalogue, homes).drop(kind, key);
            return true;
        });
    }

    @Override
    public int restored() {
        if (!sessions.hasLosses()) {
            return 0;
        }
        return with(session -> {
            TransactionSource source = session.transactions();
            names.edgeLabels().heal(source);
            names.vertexLabels().heal(source);
            names.keys().heal(source);
            names.edgeColumns().heal(source);
            names.facts().heal(source);
            IndexBuilder indexes = new IndexBuilder(this, session, catalogue, homes);
            List<IndexCatalogue.Index> begunAnew = indexes.beginAnew();
            int partitions = sessions.restored();
            indexes.completeAnew(begunAnew, List.of());
            new LostCounts(this, session).restore();
            return partitions;
        });
    }

    @Override
    public Set<String> indexes(ElementKind kind) {
        try (GraphTransaction read = begin(TransactionOptions.DEFAULT.reading())) {
            return read.indexes(kind);
        }
    }

    @Override
    public int edgeLabel(String label) {
        int known = names.edgeLabels().known(label);
        return known != 0 ? known : with(session -> names.edgeLabels().find(label, session.transactions()));
    }

    @Override
    public String edgeLabel(int label) {
        String known = names.edgeLabels().known(label);
        return known != null ? known : with(session -> names.edgeLabels().name(label, session.transactions()));
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(KeyValueTransaction::abandon);
        sessions.close();
    }
}
