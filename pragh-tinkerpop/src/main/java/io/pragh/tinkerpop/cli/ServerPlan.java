package io.pragh.tinkerpop.cli;

import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.server.ServerConfig;
import java.net.InetSocketAddress;
import org.apache.commons.configuration2.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * What a server process is to do, free of mistakes that can be found before it starts. Immutable.
 *
 * @param graph what the graph is opened with
 * @param server where Gremlin Server listens, and to whom
 * @param metrics where metrics are served; null for nowhere
 * @param holdsCluster whether the cluster stops when this process stops
 */
record ServerPlan(
        Configuration graph, ServerConfig server, @Nullable InetSocketAddress metrics, boolean holdsCluster) {
    /** Whether it is to wait until a node dies. */
    boolean standsBy() {
        return graph.containsKey(PraghGraphConfig.STANDBY);
    }
}
