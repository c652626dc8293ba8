package io.pragh.tinkerpop.cli.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The ports of the ZooKeeper of a cluster of this machine, on the loopback interface, and the nodes in whose processes
 * its servers run. Immutable.
 *
 * @param servers one, or the three of an ensemble
 * @param nodes the number of the node of each server
 */
record ZooKeeperPorts(List<Server> servers, List<Integer> nodes) {
    /** Number of nodes from which on ZooKeeper outlives any one process. */
    static final int ENSEMBLE = 3;

    /** Below the range of ephemeral ports, so that only processes that ask for a port take it. */
    private static final int PORT_MIN = 20_000;

    private static final int PORT_LIMIT = 32_000;
    private static final int TRIES_MAX = 10_000;

    /**
     * One server.
     *
     * @param client port for nodes
     * @param quorum port for the other servers, if there are any
     * @param election port for elections, if there are any
     */
    record Server(int client, int quorum, int election) {}

    ZooKeeperPorts {
        servers = List.copyOf(servers);
        nodes = List.copyOf(nodes);
    }

    /** Servers in node-0 and the nodes after it. */
    ZooKeeperPorts(List<Server> servers) {
        this(servers, IntStream.range(0, servers.size()).boxed().toList());
    }

    /** Chooses free ports for a cluster of these nodes, the first of which get the servers. */
    static ZooKeeperPorts choose(List<Integer> nodes, Random random) throws IOException {
        Set<Integer> chosen = new HashSet<>();
        List<Server> servers = new ArrayList<>();
        for (int i = 0; i < (nodes.size() < ENSEMBLE ? 1 : ENSEMBLE); i++) {
            servers.add(new Server(free(random, chosen), free(random, chosen), free(random, chosen)));
        }
        return new ZooKeeperPorts(servers, nodes.subList(0, servers.size()));
    }

    /** A free port, which is added to those that were chosen. */
    static int free(Random random, Set<Integer> chosen) throws IOException {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            int port = random.nextInt(PORT_MIN, PORT_LIMIT);
            if (!chosen.contains(port) && isFree(port)) {
                chosen.add(port);
                return port;
            }
        }
        throw new IOException("no port is free for ZooKeeper: from=" + PORT_MIN + " to=" + PORT_LIMIT);
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /** Whether a process listens at one of them; used when none of the cluster's processes is left. */
    boolean isTaken() {
        return servers.stream()
                .anyMatch(server ->
                        !isFree(server.client) || isEnsemble() && (!isFree(server.quorum) || !isFree(server.election)));
    }

    /** Whether ZooKeeper outlives any one of the processes. */
    boolean isEnsemble() {
        return servers.size() > 1;
    }

    /** Whether one of the servers runs in this node's process. */
    boolean isAt(String node) {
        return nodes.stream().anyMatch(number -> node.equals(ClusterLaunch.NODE + number));
    }

    /** The server in this node's process, which has one. */
    Server at(String node) {
        return servers.get(nodes.indexOf(NodeFolders.numberOf(node)));
    }

    /** The number of servers that must run. */
    int majority() {
        return servers.size() / 2 + 1;
    }

    /** Hosts and ports for nodes without a server. */
    String connect() {
        return servers.stream().map(server -> "127.0.0.1:" + server.client).collect(Collectors.joining(","));
    }

    /** The format of {@code cluster.ensemble}. */
    String text() {
        return servers.stream()
                .map(server -> server.client + ":" + server.quorum + ":" + server.election)
                .collect(Collectors.joining(","));
    }

    /**
     * Parses {@link #text} of servers in these nodes; throws NumberFormatException or ArrayIndexOutOfBoundsException
     * for other texts.
     */
    static ZooKeeperPorts parse(String text, List<Integer> nodes) {
        List<Server> servers = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            String[] ports = each.split(":", -1);
            servers.add(new Server(Integer.parseInt(ports[0]), Integer.parseInt(ports[1]), Integer.parseInt(ports[2])));
        }
        return nodes.isEmpty() ? new ZooKeeperPorts(servers) : new ZooKeeperPorts(servers, nodes);
    }
}
