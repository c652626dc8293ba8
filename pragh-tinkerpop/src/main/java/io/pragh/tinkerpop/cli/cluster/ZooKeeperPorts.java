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

/**
 * Where the ZooKeeper of a cluster of this machine listens: server n in the process of node-n, on the loopback interface. Immutable.
 *
 * @param servers one, or the three of an ensemble
 */
record ZooKeeperPorts(List<Server> servers) {
    /** From so many nodes on ZooKeeper outlives any one process. */
    static final int ENSEMBLE = 3;

    /** Below the ports that a connection of any process gets by itself, so that only who asks for a port takes it. */
    private static final int PORT_MIN = 20_000;

    private static final int PORT_LIMIT = 32_000;
    private static final int TRIES_MAX = 10_000;

    /**
     * One server.
     *
     * @param client where nodes connect
     * @param quorum where the other servers connect, if there are any
     * @param election where they vote, if there are any
     */
    record Server(int client, int quorum, int election) {}

    /** Copies the list. */
    ZooKeeperPorts {
        servers = List.copyOf(servers);
    }

    /** Ports that are free now, for a cluster of so many nodes. */
    static ZooKeeperPorts choose(int nodes, Random random) throws IOException {
        Set<Integer> chosen = new HashSet<>();
        List<Server> servers = new ArrayList<>();
        for (int i = 0; i < (nodes < ENSEMBLE ? 1 : ENSEMBLE); i++) {
            servers.add(new Server(free(random, chosen), free(random, chosen), free(random, chosen)));
        }
        return new ZooKeeperPorts(servers);
    }

    /** A port that is free now, and joins those that were chosen. */
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

    /** Whether somebody listens at one of them: asked when none of the cluster's processes is left. */
    boolean isTaken() {
        return servers.stream()
                .anyMatch(server ->
                        !isFree(server.client) || isEnsemble() && (!isFree(server.quorum) || !isFree(server.election)));
    }

    /** Whether ZooKeeper outlives any one of the processes. */
    boolean isEnsemble() {
        return servers.size() > 1;
    }

    /** Whether this node's process has one of the servers. */
    boolean isAt(String node) {
        for (int i = 0; i < servers.size(); i++) {
            if (node.equals("node-" + i)) {
                return true;
            }
        }
        return false;
    }

    /** How many of the servers must run. */
    int majority() {
        return servers.size() / 2 + 1;
    }

    /** Hosts and ports for nodes that have no server. */
    String connect() {
        return servers.stream().map(server -> "127.0.0.1:" + server.client).collect(Collectors.joining(","));
    }

    /** As {@code cluster.ensemble} has it. */
    String text() {
        return servers.stream()
                .map(server -> server.client + ":" + server.quorum + ":" + server.election)
                .collect(Collectors.joining(","));
    }

    /** Reads {@link #text}; throws NumberFormatException or ArrayIndexOutOfBoundsException when it is none. */
    static ZooKeeperPorts parse(String text) {
        List<Server> servers = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            String[] ports = each.split(":", -1);
            servers.add(new Server(Integer.parseInt(ports[0]), Integer.parseInt(ports[1]), Integer.parseInt(ports[2])));
        }
        return new ZooKeeperPorts(servers);
    }
}
