package io.pragh.tinkerpop.client;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.element.VertexHomes;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Gremlin Servers of a Pragh cluster, for a client that sends every query to the home of its first vertex:
 *
 * <pre>{@code
 * try (RoutedCluster routed = RoutedCluster.open("10.0.0.7:8182")) {
 *     routed.g(17).V(17).out("knows").out("knows").count().next();
 * }
 * }</pre>
 *
 * <p>It only saves remote reads: any node answers any query. Any thread.
 */
// One server of the cluster names all others and the partitions that each serves; the home of a vertex is computed
// here, as nodes compute it. The routes are refreshed every few seconds, and when a server cannot be reached. A query
// whose server is unknown, or out of reach, goes to any other server. No server is asked before a query is sent, so
// the routes may be outdated: that costs remote reads, never a result.
public final class RoutedCluster implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RoutedCluster.class);

    /** Greatest age of the routes, apart from the time that a refresh takes. */
    private static final long REFRESH_MILLIS = 5_000;

    private static final int ANSWER_SECONDS_MAX = 5;
    private static final int ANYWHERE = -1;

    private final Function<InetSocketAddress, Cluster> connect;
    private final Set<InetSocketAddress> contacts;
    private final Map<InetSocketAddress, ServerLink> links = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<@Nullable GraphTraversalSource> sources =
            new AtomicReferenceArray<>(HomeMap.PARTITIONS_MAX);
    private final GraphTraversalSource anywhere;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicBoolean refreshDue = new AtomicBoolean();
    private final ScheduledExecutorService refresher = thread("pragh-routes");
    private final ScheduledExecutorService looks = thread("pragh-waits");
    private volatile Routes routes;
    private volatile boolean closed;

    private RoutedCluster(List<String> contacts, Function<InetSocketAddress, Cluster> connect) {
        this.connect = connect;
        this.contacts = new LinkedHashSet<>();
        contacts.forEach(contact -> this.contacts.add(Routes.address(contact)));
        if (this.contacts.isEmpty()) {
            throw new PraghException("name at least one server of the cluster: host:port");
        }
        this.anywhere = AnonymousTraversalSource.traversal().with(new RoutedConnection(this, ANYWHERE));
        boolean done = false;
        try {
            this.routes = first();
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
        var unused = refresher.scheduleWithFixedDelay(
                this::refreshNow, REFRESH_MILLIS, REFRESH_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static ScheduledExecutorService thread(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Connects to the cluster of a server, without TLS and without a password.
     *
     * @param contacts {@code host:port} of one server or several, which are asked in this order until one answers
     * @throws PraghException when none answers
     */
    public static RoutedCluster open(String... contacts) {
        return open(
                List.of(contacts),
                address -> Cluster.build(address.getHostString())
                        .port(address.getPort())
                        .create());
    }

    /**
     * Connects to the cluster of a server.
     *
     * @param connect makes the driver's cluster for one server, with the credentials, TLS and pool sizes that the
     *     application wants; it is called when a server is first needed, with an unresolved host, and this object
     *     closes the result
     */
    public static RoutedCluster open(List<String> contacts, Function<InetSocketAddress, Cluster> connect) {
        return new RoutedCluster(contacts, connect);
    }

    /**
     * Traversals that begin with a vertex: sent to its home, or to any other node when that is out of reach. The
     * source may be kept; it follows the home.
     *
     * <p>The home is computed from the identifier, whatever its type, as it was given to the vertex. The identifier
     * of a vertex that was added without one is its number, which determines the home, too. Two kinds of vertices may
     * have their home elsewhere: those named in another type than they were given (the text "17" for 17), and those
     * with a given number that the graph had given out already. Their queries have the same results, by remote reads.
     *
     * <p>A traversal that certainly changes nothing is sent to another server when its server is lost before the
     * first result. Any other fails then, as it may have been executed.
     *
     * @param vertex a vertex or its identifier
     */
    public GraphTraversalSource g(Object vertex) {
        int partition = partition(vertex);
        if (partition == ANYWHERE) {
            return anywhere;
        }
        GraphTraversalSource known = sources.get(partition);
        if (known == null) {
            known = AnonymousTraversalSource.traversal().with(new RoutedConnection(this, partition));
            sources.set(partition, known);
        }
        return known;
    }

    /** Traversals without a particular first vertex: sent to the servers in turn. */
    public GraphTraversalSource g() {
        return anywhere;
    }

    /**
     * For scripts that begin with a vertex: the driver's client of the server to which a traversal would be sent now.
     * The caller must not close it.
     */
    public Client client(Object vertex) {
        return link(partition(vertex)).client();
    }

    private int partition(Object vertex) {
        Object id = vertex instanceof Element element ? element.id() : vertex;
        try {
            return VertexHomes.partition(routes.homes(), id);
        } catch (PraghException unknown) {
            return ANYWHERE; // an identifier of a type that only servers know
        }
    }

    /** The server for a partition, or any other. */
    ServerLink link(int partition) {
        ServerLink chosen = choose(partition, Set.of());
        if (chosen == null) {
            throw new PraghException("no server of the cluster is known", null, true);
        }
        return chosen;
    }

    /**
     * The next server to ask: the partition's unless it is in doubt, else one that is not in doubt, else one that is;
     * null when all were tried.
     */
    @Nullable
    ServerLink choose(int partition, Set<ServerLink> tried) {
        Routes now = routes;
        InetSocketAddress host = partition == ANYWHERE ? null : now.serverOf(partition);
        if (host != null) {
            ServerLink link = link(host);
            if (!link.isDoubted() && !tried.contains(link)) {
                return link;
            }
        }
        ServerLink doubted = null;
        for (ServerLink link : all(now)) {
            if (!tried.contains(link)) {
                if (!link.isDoubted()) {
                    return link;
                }
                doubted = link;
            }
        }
        return doubted;
    }

    /** All servers, starting with another one each time: those in the routes, then the initial contacts. */
    private List<ServerLink> all(Routes now) {
        List<InetSocketAddress> told = now.servers();
        List<ServerLink> all = new ArrayList<>();
        int first = told.isEmpty() ? 0 : Math.floorMod(turn.getAndIncrement(), told.size());
        for (int i = 0; i < told.size(); i++) {
            all.add(link(told.get((first + i) % told.size())));
        }
        for (InetSocketAddress contact : contacts) {
            if (!told.contains(contact)) {
                all.add(link(contact));
            }
        }
        return all;
    }

    private ServerLink link(InetSocketAddress address) {
        if (closed) {
            throw new IllegalStateException("this client was closed");
        }
        return links.computeIfAbsent(address, a -> new ServerLink(a, connect, looks));
    }

    /** A server could not be reached: refreshes the routes from the others. */
    void lost(ServerLink link) {
        link.failed();
        if (refreshDue.compareAndSet(false, true)) {
            try {
                refresher.execute(this::refreshNow);
            } catch (RejectedExecutionException closed) {
                LOG.debug("a server was lost after this client had been closed: {}", link.address());
            }
        }
    }

    private Routes first() {
        RuntimeException last = null;
        for (InetSocketAddress contact : contacts) {
            try {
                return ask(link(contact));
            } catch (RuntimeException silent) {
                last = silent;
            }
        }
        throw new PraghException(
                "no server could be asked for the members of its cluster; name one that runs, and log in if it asks for"
                        + " that: reason=" + reason(last) + " contacts="
                        + contacts.stream().map(RoutedCluster::text).toList(),
                last,
                true);
    }

    private void refreshNow() {
        refreshDue.set(false);
        try {
            refresh();
        } catch (RuntimeException failed) {
            LOG.warn("could not ask the cluster for its members; trying again", failed);
        }
    }

    /**
     * Refreshes the routes: asks one server after the other until one has routes as new as those known here; the
     * newest ones are adopted. Waits for some seconds at most for each server that does not answer. Also runs by
     * itself every few seconds.
     */
    public void refresh() {
        Routes known = routes;
        Routes best = null;
        List<ServerLink> asked = new ArrayList<>(all(known));
        asked.sort((a, b) -> Boolean.compare(a.isDoubted(), b.isDoubted()));
        for (ServerLink link : asked) {
            if (link.isGone()) {
                continue; // the driver tries to reconnect
            }
            try {
                Routes told = ask(link);
                best = best == null || told.epoch() > best.epoch() ? told : best;
                if (told.epoch() >= known.epoch()) {
                    break;
                }
            } catch (RuntimeException silent) {
                LOG.debug("a server does not say who is in its cluster: {}", link.address(), silent);
            }
        }
        if (best != null) {
            adopt(best);
        }
    }

    /**
     * Adopts routes. A smaller epoch is accepted when no server has a greater one: the whole cluster was started
     * again. Servers that are missing from the routes are closed at once: a server that ends waits for that. A
     * contact that was never in the routes may be in them under another name.
     */
    private void adopt(Routes told) {
        List<InetSocketAddress> before = routes.servers();
        routes = told;
        links.forEach((address, link) -> {
            boolean wanted =
                    told.servers().contains(address) || contacts.contains(address) && !before.contains(address);
            if (!wanted && links.remove(address, link)) {
                link.close();
            }
        });
    }

    private static Routes ask(ServerLink link) {
        try {
            Object answer = link.source()
                    .call(Routes.SERVICE)
                    .promise(traversal -> traversal.next())
                    .get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            link.answered();
            return Routes.of(answer);
        } catch (Exception failed) {
            if (failed instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            if (ServerLink.isOutOfReach(failed)) {
                link.failed();
            }
            throw new PraghException(
                    "this server does not say who is in its cluster: server=" + text(link.address()) + " reason="
                            + failed.getMessage(),
                    failed);
        }
    }

    /** What a server, or the system, has said; the driver wraps it several times. */
    private static String reason(@Nullable Throwable failed) {
        Throwable cause = failed;
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String said = cause == null || cause.getMessage() == null ? String.valueOf(cause) : cause.getMessage();
        return said.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    static String text(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** Closes the connections to all servers. */
    @Override
    public void close() {
        closed = true;
        refresher.shutdownNow();
        looks.shutdownNow();
        links.values().forEach(ServerLink::close);
    }
}
