package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.server.ServerConfig.TlsFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.tinkerpop.gremlin.driver.Cluster;

/** A graph, by default of two nodes, behind a Gremlin Server at a free port of the loopback interface. */
public final class ServedGraph implements AutoCloseable {
    final PraghServer server;

    ServedGraph(UserTable users, TlsFiles tls, boolean scripts) {
        this(users, tls, scripts, null, PraghGraph.build().nodes(2).open());
    }

    /** The step io is held to a folder. */
    ServedGraph(Path ioFolder) {
        this(null, null, false, ioFolder, PraghGraph.build().nodes(2).open());
    }

    /** Serves this graph without logins, and closes it with the server. */
    public ServedGraph(PraghGraph graph) {
        this(null, null, false, null, graph);
    }

    /** Requests are evaluated for so long at most. */
    ServedGraph(long evaluationMillis) {
        this(
                null,
                null,
                false,
                null,
                evaluationMillis,
                false,
                PraghGraph.build().nodes(2).open());
    }

    /** The server compresses messages to clients that offer compression, and takes compressed ones from them. */
    static ServedGraph compressing() {
        return new ServedGraph(
                null,
                null,
                false,
                null,
                ServerConfig.EVALUATION_MILLIS,
                true,
                PraghGraph.build().nodes(2).open());
    }

    /** With other limits of connections. */
    ServedGraph(ConnectionLimits limits, UserTable users) {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = PraghServer.start(
                new ServerConfig(any, users, false, null),
                PraghGraph.build().nodes(2).open(),
                limits);
    }

    private ServedGraph(UserTable users, TlsFiles tls, boolean scripts, Path ioFolder, PraghGraph graph) {
        this(users, tls, scripts, ioFolder, ServerConfig.EVALUATION_MILLIS, false, graph);
    }

    private ServedGraph(
            UserTable users,
            TlsFiles tls,
            boolean scripts,
            Path ioFolder,
            long evaluationMillis,
            boolean compression,
            PraghGraph graph) {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = PraghServer.start(
                new ServerConfig(
                        any,
                        users,
                        scripts,
                        ioFolder,
                        tls,
                        null,
                        evaluationMillis,
                        evaluationMillis,
                        ServerConfig.HEAP_PERCENT_MAX,
                        compression),
                graph);
    }

    /** Like {@code bin/pragh server} without options: without logins and without scripts. */
    public ServedGraph() {
        this(null, null, false);
    }

    ServedGraph(UserTable users, TlsFiles tls) {
        this(users, tls, false);
    }

    /** The server's address. */
    public InetSocketAddress address() {
        return server.address();
    }

    Cluster.Builder cluster() {
        return Cluster.build(address().getAddress().getHostAddress())
                .port(address().getPort());
    }

    @Override
    public void close() {
        server.close();
    }
}
