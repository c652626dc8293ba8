package io.pragh.tinkerpop.cli;

import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.server.ServerConfig;
import java.net.InetSocketAddress;
import org.apache.commons.configuration2.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a server process, free of errors that can be detected before it starts. Immutable.
 *
 * @param graph configuration with which the graph is opened
 * @param server configuration of Gremlin Server
 * @param metrics address of the metrics; null for none
 * @param holdsCluster whether the cluster stops when this process stops
 */
record ServerPlan(
        Configuration graph, ServerConfig server, @Nullable InetSocketAddress metrics, boolean holdsCluster) {
    /** Whether it waits until a node dies. */
    boolean standsBy() {
        return graph.containsKey(PraghGraphConfig.STANDBY);
    }
}
