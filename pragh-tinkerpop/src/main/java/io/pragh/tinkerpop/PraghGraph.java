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
 * A property graph in the memory of one node or several, opened by {@code gremlin.graph=io.pragh.tinkerpop.PraghGraph} or
 * {@link #build}. Everything happens in transactions: one for each thread, or {@link Transaction#createThreadedTx}. Any thread.
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
    /** Whether all threads are in one transaction: then the nodes are another graph's. */
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

    /**
     * Opens a graph.
     *
     * @throws PraghException that names the option which is unknown or wrong
     */
    public static PraghGraph open(Configuration configuration) {
        return open(configuration, RestoreProgress.NONE);
    }

    /**
     * The same; {@code progress} hears how far the graph of a data folder is restored, and of a standby what it does: opening that returns
     * when it has become a node, and fails when its thread is interrupted before.
     *
     * @throws PraghException that names the option which is unknown or wrong, or says why the folder cannot be opened
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

    /** The graph that these nodes of this process hold, with usual options; closing it leaves them open, and they are to be closed after it. */
    public static PraghGraph over(LocalCluster nodes) {
        return over(EmbeddedNodes.over(nodes));
    }

    /** The same, as one node of a cluster sees it. */
    public static PraghGraph over(ClusterNode node) {
        return over(ClusterBackend.over(node));
    }

    private static PraghGraph over(GraphBackend nodes) {
        Configuration configuration = new BaseConfiguration();
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
     * Makes an index on a property's values, for equality, while queries and updates go on; returns when queries use it. Does nothing
     * when it is there.
     */
    public void createIndex(ElementKind kind, String key) {
        backend.first().createIndex(kind, key);
    }

    /** Drops an index, if it is there. */
    public void dropIndex(ElementKind kind, String key) {
        backend.first().dropIndex(kind, key);
    }

    /** Keys that have an index which queries use. */
    public Set<String> indexes(ElementKind kind) {
        return backend.first().indexes(kind);
    }

    /**
     * Declares that what the cluster has lost with nodes up to now was written again, or is given up, as {@code
     * g.call("pragh.restored")} does: what is not known is absent from then on, scans and counts go on, and indexes are filled anew from
     * what there is. An edge stays where one of its vertices knows it. Returns how many partitions had lost their keys, 0 at once when
     * nothing was lost.
     *
     * @throws PraghException that can be tried again, when a node is lost meanwhile or one does not answer in time
     */
    public int restored() {
        return backend.first().restored();
    }

    /**
     * Writes a checkpoint of what is committed into the graph's data folder, while others go on: opening it is faster afterwards, and the
     * log before it goes. It happens by itself now and then. Returns false, and does nothing, for a graph without data folder.
     *
     * @throws PraghException when it cannot be written; nothing is lost then
     */
    public boolean checkpoint() {
        return backend.checkpoint();
    }

    /**
     * Makes a backup of what is committed now, while others go on: in an empty folder a full one, else one of what came since the last
     * one there if that can be told. {@code pragh restore} makes a graph of it. Cost: the bytes of checkpoint and log, or of the log
     * since; memory for a block.
     *
     * @throws PraghException when the graph has no data folder, or the backup cannot be made; those before are as they were
     */
    public BackupSummary backup(Path folder) {
        return backup(folder, false, BackupProgress.NONE);
    }

    /** The same; {@code full} to need no other one, and {@code progress} hears how far it is. */
    public BackupSummary backup(Path folder, boolean full, BackupProgress progress) {
        return backend.backup(new OnlineBackup.Order(folder, full, Instant.now()), progress);
    }

    /** What each node of this process has counted since it started, and how it is; at any time, from any thread. */
    public List<NodeStatistics> statistics() {
        return backend.statistics();
    }

    /**
     * Tells clients and the other nodes where a Gremlin Server serves this graph, and offers the service {@link RoutesService#NAME} to
     * whoever wants to send queries to the node that hosts what they begin with, {@link RestoredService#NAME} and {@link
     * BackupService#NAME}.
     *
     * @param server {@code host:port} as clients reach it; empty when they cannot, or not any more
     */
    public void serveAt(String server) {
        services.registerService(new RoutesService(() -> backend.view()));
        services.registerService(new RestoredService(this::restored));
        services.registerService(
                new BackupService(this::backup, configuration.getString(PraghGraphConfig.BACKUP_FOLDER, null)));
        backend.announceServer(server);
    }

    /** Has clients and the other nodes told no longer what {@link #serveAt} told them; closing the graph does so, too. */
    public void serveNoMore() {
        if (!closed.get()) {
            backend.withdrawServer();
        }
    }

    /** Whether this process was a node of a cluster and is none any more, because the others have expelled it. */
    public boolean isExpelled() {
        return backend.isExpelled();
    }

    /**
     * Why a node of this process has failed, and what to do: nothing of what it held is served by it any more. Empty as long as none has.
     */
    public String failure() {
        return backend.failure();
    }

    /**
     * Has this process's node hand its partitions over to the others when it is closed, for so many seconds at most; {@link
     * #hasHandedOver} says then whether it has. Does nothing for a graph of one process.
     */
    public void handOverWhenClosed(long seconds) {
        backend.handOverWhenClosed(seconds);
    }

    /** Whether this process's node will hand its partitions over when it is closed: others will answer what it was asked. */
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
     * A computer over what is committed when the computation begins. In a threaded transaction it cannot write to the graph: that would
     * commit the transaction.
     */
    @Override
    public GraphComputer compute() {
        return new PraghGraphComputer(new ComputerReaders(
                store, () -> begin(TransactionOptions.of(config.isolation()).reading(), null), !threaded));
    }

    /** What is committed now, to be asked for neighbours, hops and random walks without Gremlin. Whoever gets it closes it. */
    public GraphSnapshot snapshot() {
        return snapshot(GraphSnapshot.RESULTS_MAX_DEFAULT);
    }

    /**
     * The same with a maximum of results of one call, from 1 on, which bounds the memory that it takes.
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

    /** A traversal that is planned now, once, and executed as often as anybody wants with other values of its parameters. */
    public <E> PreparedTraversal<E> prepare(PreparedTraversal.Spawn<E> spawn) {
        return PreparedTraversal.of(this, spawn);
    }

    /**
     * Rolls back what the calling thread has open, if that was open for too long to be of use any more.
     *
     * @return why, as the transaction's next read would have told
     */
    public Optional<RuntimeException> rollbackLate() {
        return transaction.rollbackIfExpired() ? Optional.of(SnapshotTooOldException.expired()) : Optional.empty();
    }

    /** How many transactions threads have open; about, while they begin and end. */
    public long transactionsOpen() {
        return transaction.openInThreads();
    }

    /** Rolls back what threads had open that have ended. */
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

    /** None for a graph of several processes, for a threaded transaction, and while the calling thread has changed something. */
    @Override
    public @Nullable BulkLoad bulkLoad() {
        boolean changed = transaction.isOpen() && transaction.current().isChanged();
        return threaded || changed ? null : backend.bulkLoad();
    }

    /** Ends the calling thread's transaction as it wishes, gives all others up, and ends the nodes. */
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
