package io.pragh.tinkerpop.cli.cluster;

import io.pragh.core.address.HomeMap;
import io.pragh.core.property.element.VertexHomes;
import io.pragh.tinkerpop.client.RoutedCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which server of a cluster serves which partitions, as one of the servers told. Immutable. */
final class ClusterRoutes {
    private final HomeMap homes;
    private final Map<Integer, Integer> portOf = new TreeMap<>();
    private final List<Integer> ports = new ArrayList<>();

    private ClusterRoutes(Map<?, ?> told) {
        this.homes = new HomeMap(((Number) told.get("partitions")).intValue());
        for (Object each : (List<?>) told.get("members")) {
            Map<?, ?> member = (Map<?, ?>) each;
            String server = String.valueOf(member.get("server"));
            int port = Integer.parseInt(server.substring(server.lastIndexOf(':') + 1));
            ports.add(port);
            ((List<?>) member.get("partitions"))
                    .forEach(partition -> portOf.put(((Number) partition).intValue(), port));
        }
    }

    static ClusterRoutes of(RoutedCluster cluster) {
        return new ClusterRoutes((Map<?, ?>) cluster.g().call("pragh.routes").next());
    }

    /** Ports of all servers. */
    List<Integer> ports() {
        return ports;
    }

    /** Port of the server that serves a partition. */
    int portOf(int partition) {
        Integer port = portOf.get(partition);
        if (port == null) {
            throw new AssertionError("nobody serves partition " + partition + ": " + this);
        }
        return port;
    }

    /** Port of the server that serves the home of the vertex with this identifier. */
    int portOfVertex(Object id) {
        return portOf(VertexHomes.partition(homes, id));
    }

    @Override
    public String toString() {
        return "port of each partition: " + portOf;
    }
}
