package io.pragh.tinkerpop.server;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.server.ServerConfig.TlsFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import org.apache.tinkerpop.gremlin.jsr223.GremlinScriptEngineManager;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.server.GremlinServer;
import org.apache.tinkerpop.gremlin.server.Settings;
import org.apache.tinkerpop.gremlin.server.util.ServerGremlinExecutor;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.util.ser.AbstractMessageSerializer;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV3;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONUntypedMessageSerializerV3;

/**
 * Gremlin Server over one graph, bound to {@code graph} and {@code g}. It runs from {@link #start} to {@link #close},
 * or to the end of the process, when Gremlin Server closes itself and the graph. Any thread.
 */
public final class PraghServer implements AutoCloseable {
    private static final Map<String, Object> TYPES =
            Map.of(GraphBinaryMessageSerializerV1.TOKEN_BUILDER, ServedTypes.class.getName());

    private static final int FREE_PORT_TRIES = 8;
    /** Several, since one client's message may take long to read. */
    private static final int IO_THREADS = 4;

    private static final List<String> TLS_PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");
    /** Suites whose recorded traffic a stolen key does not decrypt, and that detect every change of it. */
    private static final List<String> TLS_SUITES = List.of(
            "TLS_AES_256_GCM_SHA384",
            "TLS_AES_128_GCM_SHA256",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    final ToldServer server;
    private final InetSocketAddress address;
    private final KeptPlans plans;

    private PraghServer(ToldServer server, InetSocketAddress address, KeptPlans plans) {
        this.server = server;
        this.plans = plans;
        this.address = address;
    }

    /**
     * Starts to serve a graph.
     *
     * @throws PraghException when the address cannot be bound or the certificate is unusable
     */
    public static PraghServer start(ServerConfig config, Graph graph) {
        return start(config, graph, ConnectionLimits.USUAL);
    }

    /** As {@link #start(ServerConfig, Graph)}, with other limits. */
    static PraghServer start(ServerConfig config, Graph graph, ConnectionLimits limits) {
        SslContext tls = config.tls() == null ? null : tls(config.tls());
        InetSocketAddress wanted = config.address();
        KeptPlans plans = new KeptPlans();
        for (int tries = 1; ; tries++) {
            // Gremlin Server does not report the port that it was given, so a free one is looked for here; another
            // process may take it a moment later.
            InetSocketAddress address = new InetSocketAddress(wanted.getAddress(), probe(wanted));
            Doorway.DoorSettings settings = settings(config, address, limits);
            if (tls != null) {
                settings.ssl = new Settings.SslSettings();
                settings.ssl.enabled = true;
                settings.ssl.overrideSslContext(tls);
            }
            ToldServer server = new ToldServer(settings);
            try {
                startAndWait(server);
                // Only now: a server that stops closes its graphs, and one that did not start must leave that to its
                // owner.
                settings.bytecode.use(bind(server.getServerGremlinExecutor(), graph, config, plans));
            } catch (PraghException taken) {
                server.stop().join();
                if (wanted.getPort() != 0 || tries == FREE_PORT_TRIES) {
                    throw taken;
                }
                continue;
            }
            PraghServer started = new PraghServer(server, address, plans);
            started.announce(config, graph, settings);
            return started;
        }
    }

    /** Announces the server to clients once it answers, and withdraws it when it begins to stop. */
    private void announce(ServerConfig config, Graph graph, Doorway.DoorSettings settings) {
        if (graph instanceof PraghGraph pragh) {
            try {
                pragh.serveAt(config.reachedAt(address));
                settings.sessions.keep(pragh);
                HeapAlarm alarm = HeapAlarm.start(settings.evaluations::collected);
                server.withdrawWith(() -> {
                    alarm.close();
                    settings.sessions.close();
                    pragh.serveNoMore();
                    return pragh.handsOver();
                });
            } catch (RuntimeException cannot) {
                close();
                throw cannot;
            }
        }
    }

    /**
     * Verifies that the address can be bound, before anything slow is started.
     *
     * @return its port, or one that is free
     * @throws PraghException when it cannot
     */
    public static int probe(InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new PraghException("no such host: host=" + address.getHostString());
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
            return socket.getLocalPort();
        } catch (IOException taken) {
            throw new PraghException(
                    "cannot listen: address=" + text(address) + " reason=" + taken.getMessage(), taken);
        }
    }

    private static Doorway.DoorSettings settings(
            ServerConfig config, InetSocketAddress address, ConnectionLimits limits) {
        Doorway.DoorSettings settings = new Doorway.DoorSettings(
                new Callers(config.address(), config.advertise()),
                config.scripts(),
                new EvaluationLimit(config.evaluationMillisMax()),
                new Evaluations(config.heapPercentMax()),
                new Connections(limits, config.users() != null),
                config.compression());
        settings.evaluationTimeout = config.evaluationMillis();
        settings.gremlinPool = Runtime.getRuntime().availableProcessors(); // Gremlin Server's default, set earlier
        settings.threadPoolWorker = IO_THREADS;
        settings.host = address.getAddress().getHostAddress();
        settings.port = address.getPort();
        settings.channelizer = Doorway.class.getName();
        settings.maxContentLength = ConnectionLimits.messageBytesMax();
        settings.serializers = List.of(
                serializer(GraphBinaryMessageSerializerV1.class, TYPES),
                serializer(
                        GraphBinaryMessageSerializerV1.class,
                        Map.of(GraphBinaryMessageSerializerV1.TOKEN_SERIALIZE_RESULT_TO_STRING, true)),
                serializer(
                        GraphSONMessageSerializerV3.class,
                        Map.of(AbstractMessageSerializer.TOKEN_IO_REGISTRIES, List.of(ServedJson.class.getName()))),
                serializer(GraphSONUntypedMessageSerializerV3.class, Map.of()));
        UserTable users = config.users();
        if (users != null) {
            settings.logins = new Logins(users, Clock.SYSTEM);
        }
        if (!config.scripts()) {
            settings.authorization.authorizer = TraversalsOnly.class.getName();
        }
        return settings;
    }

    private static Settings.SerializerSettings serializer(Class<?> type, Map<String, Object> config) {
        Settings.SerializerSettings settings = new Settings.SerializerSettings();
        settings.className = type.getName();
        settings.config = config;
        return settings;
    }

    private static SslContext tls(TlsFiles files) {
        try {
            return SslContextBuilder.forServer(
                            files.certificate().toFile(), files.key().toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols(TLS_PROTOCOLS)
                    .ciphers(TLS_SUITES, SupportedCipherSuiteFilter.INSTANCE)
                    .build();
        } catch (SSLException | IllegalArgumentException wrong) {
            Throwable cause = wrong.getCause() == null ? wrong : wrong.getCause();
            throw new PraghException(
                    "cannot use the certificate with this key (PEM, the key as PKCS #8): certificate="
                            + files.certificate() + " key=" + files.key() + " reason=" + cause.getMessage(),
                    wrong);
        }
    }

    /**
     * Binds the graph and its source: traversals find the graph through one name, scripts without aliases through the
     * other. Returns the engine that keeps plans.
     */
    private static PlannedTexts bind(
            ServerGremlinExecutor executor, Graph graph, ServerConfig config, KeptPlans plans) {
        GraphTraversalSource open = AnonymousTraversalSource.traversal().with(graph);
        GraphTraversalSource source = new ServedSource(
                graph, ServedStrategies.of(open.getStrategies(), new FilesStrategy(config.ioFolder())));
        executor.getGraphManager().putGraph("graph", graph);
        executor.getGraphManager().putTraversalSource("g", source);
        GremlinScriptEngineManager engines = executor.getGremlinExecutor().getScriptEngineManager();
        engines.put("graph", graph);
        engines.put("g", source);
        PlannedTexts.Factory texts = new PlannedTexts.Factory(source, plans);
        engines.registerEngineName(RequestTexts.LANGUAGE, texts);
        return texts.engine;
    }

    private static void startAndWait(GremlinServer server) {
        try {
            server.start().join();
        } catch (CompletionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            throw new PraghException("Gremlin Server did not start: reason=" + cause.getMessage(), cause);
        } catch (Exception failed) {
            throw new PraghException("Gremlin Server did not start: reason=" + failed.getMessage(), failed);
        }
    }

    /** The address at which it listens. */
    public InetSocketAddress address() {
        return address;
    }

    /** The cached plans. */
    KeptPlans plans() {
        return plans;
    }

    /** An address in its usual notation. */
    public static String text(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /**
     * Withdraws this server from clients, ends their open transactions, then the server, then the graph. If the
     * graph's node hands its partitions over, clients have some seconds to move to another server, with their
     * requests that are not answered yet.
     */
    @Override
    public void close() {
        server.stop().join();
    }
}
