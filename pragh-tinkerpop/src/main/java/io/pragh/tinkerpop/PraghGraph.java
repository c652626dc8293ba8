package io.pragh.tinkerpop;

import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.node.ClusterNode;
import io.pragh.core.node.ClusterSeat;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.OnlineBackup;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.ElementExistsException;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexRecord;
import io.pragh.tinkerpop.prepared.PreparedTraversal;
import io.pragh.tinkerpop.process.computer.PraghGraphComputer;
import io.pragh.tinkerpop.process.strategy.PraghBatchStrategy;
import io.pragh.tinkerpop.process.strategy.PraghCountStrategy;
import io.pragh.tinkerpop.process.strategy.PraghGraphStepStrategy;
import io.pragh.tinkerpop.process.strategy.PraghIoStrategy;
import io.pragh.tinkerpop.process.strategy.PraghPlanStrategy;
import io.pragh.tinkerpop.process.strategy.PraghStrategies;
import io.pragh.tinkerpop.snapshot.GraphSnapshot;
import io.pragh.tinkerpop.structure.ElementLookup;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.PraghFeatures;
import io.pragh.tinkerpop.structure.PraghTransaction;
import io.pragh.tinkerpop.structure.PraghVariables;
import io.pragh.tinkerpop.structure.PraghVertex;
import io.pragh.tinkerpop.structure.StoreGraph;
import io.pragh.tinkerpop.structure.StoredValues;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.service.ServiceRegistry;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * A property graph in the memory of one node or several, opened by
 * {@code gremlin.graph=io.pragh.tinkerpop.PraghGraph} or {@link #build}. All access is in transactions: one for each
 * thread, or {@link Transaction#createThreadedTx}. Any thread.
 */
@Graph.OptIn(Graph.OptIn.SUITE_STRUCTURE_STANDARD)
@Graph.OptIn(Graph.OptIn.SUITE_PROCESS_EMBEDDED_STANDARD)
@Graph.OptIn(Graph.OptIn.SUITE_PROCESS_EMBEDDED_COMPUTER)
@Graph.OptIn("org.apache.tinkerpop.gremlin.process.ProcessStandardSuite")
@Graph.OptIn("org.apache.tinkerpop.gremlin.process.ProcessComputerSuite")
@Graph.OptIn("org.apache.tinkerpop.gremlin.process.ProcessLimitedStandardSuite")
@Graph.OptIn("org.apache.tinkerpop.gremlin.process.ProcessLimitedComputerSuite")
public final class PraghGraph implements StoreGraph {
    static {
        TraversalStrategies.GlobalCache.registerStrategies(
                PraghGraph.class,
                new PraghStrategies(TraversalStrategies.GlobalCache.getStrategies(Graph.class)
                        .clone()
                        .addStrategies(
                                PraghGraphStepStrategy.instance(),
                                PraghPlanStrategy.instance(),
                                PraghCountStrategy.instance(),
                                PraghBatchStrategy.instance(),
                                PraghIoStrategy.instance())));
    }

    private final PraghGraphConfig config;
    private final Configuration configuration;
    private volatile GraphBackend backend;
    private final AtomicBoolean closed;
    private final ServiceRegistry services;
    private final PraghTransaction transaction;
    private final ElementStore store = new Store();
    private final ElementLookup lookup = new ElementLookup(store);
    private final StoredValues values;
    private final PraghFeatures features;
    /** Whether all threads share one transaction: then another graph owns the nodes. */
    private final boolean threaded;

    PraghGraph(Configuration configuration, GraphBackend backend) {
        this.config = PraghGraphConfig.of(configuration);
        this.configuration = configuration;
        this.backend = backend;
        this.closed = new AtomicBoolean();
        this.services = new ServiceRegistry();
        this.values = new StoredValues(config.serializable());
        this.features =
                new PraghFeatures(config.nullValues(), config.defaultCardinality(), values, config.data() != null);
        this.threaded = false;
        this.transaction = PraghTransaction.perThread(this, this::begin, closed::get, () -> new PraghGraph(this));
    }

    /** The same graph in one transaction that all threads share. */
    private PraghGraph(PraghGraph of) {
        this.config = of.config;
        this.configuration = of.configuration;
        this.backend = of.backend;
        this.closed = of.closed;
        this.services = of.services;
        this.values = of.values;
        this.features = of.features;
        this.threaded = true;
        this.transaction = PraghTransaction.shared(this, of.begin(null), closed::get);
    }

    /** Opens a graph; a {@link PraghException} names an unknown or wrong option. */
    public static PraghGraph open(Configuration configuration) {
        return open(configuration, RestoreProgress.NONE);
    }

    /**
     * Opens a graph; {@code progress} receives the progress of a restore, and the state of a standby: a standby opens
     * when it becomes a node, and fails when its thread is interrupted before.
     *
     * @throws PraghException that names an unknown or wrong option, or says why the folder cannot be opened
     */
    public static PraghGraph open(Configuration configuration, RestoreProgress progress) {
        PraghGraphConfig config = PraghGraphConfig.of(configuration);
        ClusterSeat seat = config.cluster();
        if (seat == null) {
            return new PraghGraph(configuration, EmbeddedNodes.start(config, progress));
        }
        ClusterBackend joined = ClusterBackend.join(config, seat, progress);
        return new PraghGraph(joined.opened(configuration), joined);
    }

    /** A graph over nodes of this process, with usual options; the caller closes the nodes after the graph. */
    public static PraghGraph over(LocalCluster nodes) {
        return over(nodes, new BaseConfiguration());
    }

    /** The same with options of the graph, not of its nodes. */
    public static PraghGraph over(LocalCluster nodes, Configuration options) {
        return over(EmbeddedNodes.over(nodes), options);
    }

    /** A graph over one node of a cluster; the caller closes the node after the graph. */
    public static PraghGraph over(ClusterNode node) {
        return over(ClusterBackend.over(node), new BaseConfiguration());
    }

    private static PraghGraph over(GraphBackend nodes, Configuration configuration) {
        configuration.setProperty(Graph.GRAPH, PraghGraph.class.getName());
        return new PraghGraph(configuration, nodes);
    }

    /** Opens a graph with options set one by one. */
    public static PraghGraphConfig.Builder build() {
        return new PraghGraphConfig.Builder();
    }

    private GraphTransaction begin(@Nullable Object first) {
        return begin(TransactionOptions.of(config.isolation()), first);
    }

    private GraphTransaction begin(TransactionOptions options, @Nullable Object first) {
        if (closed.get()) {
            throw new IllegalStateException("The graph is closed");
        }
        return backend.at(first).begin(options);
    }

    private final class Store implements ElementStore {
        @Override
        public Graph graph() {
            return PraghGraph.this;
        }

        @Override
        public PropertyGraph properties() {
            return backend.first();
        }

        @Override
        public GraphTransaction transaction() {
            return transaction.current();
        }

        @Override
        public GraphTransaction transaction(@Nullable Object first) {
            return transaction.current(first);
        }

        @Override
        public StoredValues values() {
            return values;
        }

        @Override
        public boolean allowsNull() {
            return config.nullValues();
        }

        @Override
        public VertexProperty.Cardinality defaultCardinality() {
            return config.defaultCardinality();
        }

        @Override
        public long queryBytesMax() {
            return config.queryBytesMax();
        }

        @Override
        public long queryMillisMax() {
            return config.queryMillisMax();
        }
    }

    @Override
    public Vertex addVertex(@Nullable Object... keyValues) {
        ElementHelper.legalPropertyKeyValueArray(keyValues);
        Object id = ElementHelper.getIdValue(keyValues).orElse(null);
        String label = ElementHelper.getLabelValue(keyValues).orElse(Vertex.DEFAULT_LABEL);
        Object stored = id == null ? null : values.storedId(id);
        if (id != null && stored == null) {
            throw Vertex.Exceptions.userSuppliedIdsOfThisTypeNotSupported();
        }
        GraphTransaction current = transaction.current();
        VertexRecord record;
        try {
            record = current.addVertex(label, stored);
        } catch (ElementExistsException taken) {
            IllegalArgumentException expected = Graph.Exceptions.vertexWithIdAlreadyExists(id);
            expected.initCause(taken);
            throw expected;
        }
        Vertex vertex = new PraghVertex(store, record);
        ElementHelper.attachProperties(vertex, VertexProperty.Cardinality.list, keyValues);
        return vertex;
    }

    @Override
    public Iterator<Vertex> vertices(Object... ids) {
        return lookup.vertices(ids);
    }

    @Override
    public Iterator<Edge> edges(Object... ids) {
        return lookup.edges(ids);
    }

    /**
     * Makes an index on a property's values, for equality, beside queries and updates; returns when queries use it.
     * Does nothing when it exists.
     */
    public void createIndex(ElementKind kind, String key) {
        backend.first().createIndex(kind, key);
    }

    /** Drops an index, if it exists. */
    public void dropIndex(ElementKind kind, String key) {
        backend.first().dropIndex(kind, key);
    }

    /** Keys with an index that queries use. */
    public Set<String> indexes(ElementKind kind) {
        return backend.first().indexes(kind);
    }

    /**
     * Declares that values lost with nodes up to now were written again, or are given up, as
     * {@code g.call("pragh.restored")} does: from then on unknown values count as absent, scans and counts work
     * again, and indexes are rebuilt from the remaining values. An edge stays if one of its vertices has it. Returns
     * the number of partitions that had lost their keys, 0 at once when nothing was lost.
     *
     * @throws PraghException that is retryable, when a node is lost meanwhile or does not answer in time
     */
    public int restored() {
        return backend.first().restored();
    }

    /**
     * Writes a checkpoint of the committed state into the data folder, beside other transactions: opening it is
     * faster afterwards, and the log before it is deleted. Also done automatically. Does nothing and returns false
     * without data folder.
     *
     * @throws PraghException when it cannot be written; nothing is lost then
     */
    public boolean checkpoint() {
        return backend.checkpoint();
    }

    /**
     * Makes a backup of the committed state, beside other transactions: full in an empty folder, else incremental
     * since the folder's last one if possible. {@code pragh restore} makes a graph of it. Cost: the bytes of
     * checkpoint and log, or of the log since; memory for a block.
     *
     * @throws PraghException when the graph has no data folder or the backup cannot be made; earlier ones stay intact
     */
    public BackupSummary backup(Path folder) {
        return backup(folder, false, BackupProgress.NONE);
    }

    /** As {@link #backup(Path)}; {@code full} for an independent one, {@code progress} receives the progress. */
    public BackupSummary backup(Path folder, boolean full, BackupProgress progress) {
        return backend.backup(new OnlineBackup.Order(folder, full, Instant.now()), progress);
    }

    /** Counters since the start, and the state, of each node of this process; from any thread. */
    public List<NodeStatistics> statistics() {
        return backend.statistics();
    }

    /**
     * Announces the address of a Gremlin Server of this graph to clients and other nodes, and offers the services
     * {@link RoutesService#NAME}, for clients that send queries to the home of their first vertex,
     * {@link RestoredService#NAME} and {@link BackupService#NAME}.
     *
     * @param server {@code host:port} for clients; empty for none, or none any more
     */
    public void serveAt(String server) {
        services.registerService(new RoutesService(() -> backend.view()));
        services.registerService(new RestoredService(this::restored));
        services.registerService(
                new BackupService(this::backup, configuration.getString(PraghGraphConfig.BACKUP_FOLDER, null)));
        backend.announceServer(server);
    }

    /** Withdraws the address that {@link #serveAt} has announced; closing the graph does so, too. */
    public void serveNoMore() {
        if (!closed.get()) {
            backend.withdrawServer();
        }
    }

    /** Whether this process was a node of a cluster and is none any more, because the others have expelled it. */
    public boolean isExpelled() {
        return backend.isExpelled();
    }

    /** Why a node of this process has failed, and what to do: it serves nothing any more. Empty if none has. */
    public String failure() {
        return backend.failure();
    }

    /**
     * Makes this process's node hand its partitions over to others when it is closed, for so many seconds at most;
     * then {@link #hasHandedOver} gives the outcome. Does nothing for a graph of one process.
     */
    public void handOverWhenClosed(long seconds) {
        backend.handOverWhenClosed(seconds);
    }

    /** Whether closing will hand this process's partitions over, so that other nodes answer its clients. */
    public boolean handsOver() {
        return backend.handsOver();
    }

    /** Whether this process's node had handed all its partitions over when it was closed. */
    public boolean hasHandedOver() {
        return backend.hasHandedOver();
    }

    @Override
    public <C extends GraphComputer> C compute(Class<C> type) {
        if (!type.isAssignableFrom(PraghGraphComputer.class)) {
            throw Graph.Exceptions.graphDoesNotSupportProvidedGraphComputer(type);
        }
        return type.cast(compute());
    }

    /**
     * A computer over the state that is committed when the computation begins. In a threaded transaction it cannot
     * write to the graph: that would commit the transaction.
     */
    @Override
    public GraphComputer compute() {
        return new PraghGraphComputer(new ComputerReaders(
                store, () -> begin(TransactionOptions.of(config.isolation()).reading(), null), !threaded));
    }

    /** A snapshot of the committed state, for queries without Gremlin. The caller closes it. */
    public GraphSnapshot snapshot() {
        return snapshot(GraphSnapshot.RESULTS_MAX_DEFAULT);
    }

    /**
     * As {@link #snapshot()}, with a maximum of results of one call, from 1 on, which bounds its memory.
     *
     * @throws PraghException when the graph cannot be reached in time
     */
    public GraphSnapshot snapshot(int resultsMax) {
        if (resultsMax < 1) {
            throw new IllegalArgumentException("a snapshot has to hold one result at least: resultsMax=" + resultsMax);
        }
        return new GraphSnapshot(
                store, begin(TransactionOptions.of(config.isolation()).reading(), null), resultsMax);
    }

    /** A traversal that is planned now, once, and executed many times with other values of its parameters. */
    public <E> PreparedTraversal<E> prepare(PreparedTraversal.Spawn<E> spawn) {
        return PreparedTraversal.of(this, spawn);
    }

    /**
     * Rolls back the calling thread's transaction, if it was open for too long to be usable.
     *
     * @return the reason, as the transaction's next read would have thrown it
     */
    public Optional<RuntimeException> rollbackLate() {
        return transaction.rollbackIfExpired() ? Optional.of(SnapshotTooOldException.expired()) : Optional.empty();
    }

    /** The approximate number of threads' open transactions, while they begin and end. */
    public long transactionsOpen() {
        return transaction.openInThreads();
    }

    /** Rolls back the transactions of ended threads. */
    public void rollbackAbandoned() {
        transaction.rollbackAbandoned();
    }

    @Override
    public Transaction tx() {
        return transaction;
    }

    @Override
    public Variables variables() {
        return new PraghVariables(store);
    }

    @Override
    public Configuration configuration() {
        return configuration;
    }

    @Override
    public Features features() {
        return features;
    }

    @Override
    public ServiceRegistry getServiceRegistry() {
        return services;
    }

    @Override
    public ElementStore store() {
        return store;
    }

    /** Null for a graph of several processes, for a threaded transaction, and after changes of the calling thread. */
    @Override
    public @Nullable BulkLoad bulkLoad() {
        boolean changed = transaction.isOpen() && transaction.current().isChanged();
        return threaded || changed ? null : backend.bulkLoad();
    }

    /** Ends the calling thread's transaction by its close behaviour, abandons all others, and ends the nodes. */
    @Override
    public void close() {
        if (threaded || closed.get()) {
            transaction.close();
            return;
        }
        transaction.close();
        if (closed.compareAndSet(false, true)) {
            services.close();
            closeBackend();
        }
    }

    private void closeBackend() {
        GraphBackend ending = backend;
        boolean expelled = ending.isExpelled();
        String failure = ending.failure();
        try {
            ending.close();
        } finally {
            backend = ClosedBackend.of(ending, expelled, failure);
        }
    }

    @Override
    public String toString() {
        String nodes = config.nodes() == 1 ? "1 node" : config.nodes() + " nodes";
        return StringFactory.graphString(this, threaded ? nodes + ", threaded transaction" : nodes);
    }
}
