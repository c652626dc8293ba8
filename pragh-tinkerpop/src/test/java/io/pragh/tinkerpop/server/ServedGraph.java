package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.server.ServerConfig.TlsFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.tinkerpop.gremlin.driver.Cluster;

/** A graph of two nodes behind a server at a free port of the loopback interface. */
public final class ServedGraph implements AutoCloseable {
    private final PraghServer server;

    ServedGraph(UserTable users, TlsFiles tls, boolean scripts) {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = PraghServer.start(
                new ServerConfig(any, users, scripts, tls),
                PraghGraph.build().nodes(2).open());
    }

    /** One that lets everybody do everything. */
    public ServedGraph() {
        this(null, null, true);
    }

    ServedGraph(UserTable users, TlsFiles tls) {
        this(users, tls, true);
    }

    /** Where it listens. */
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
