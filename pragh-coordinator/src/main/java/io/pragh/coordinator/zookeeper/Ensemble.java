package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The servers of a ZooKeeper ensemble on one machine, in the order that all of them are told: a majority of them must
 * run. Immutable.
 *
 * @param servers three or more, an odd number, every port once
 */
public record Ensemble(List<Server> servers) {
    private static final int SERVERS_MIN = 3;
    private static final int SERVERS_MAX = 7;
    private static final int PORT_MAX = 65_535;
    private static final Pattern SERVER = Pattern.compile("(\\d{1,5}):(\\d{1,5}):(\\d{1,5})");

    /**
     * One server's ports, all on the loopback interface.
     *
     * @param client port for clients
     * @param quorum port for the other servers while this one leads
     * @param election port for elections
     */
    public record Server(int client, int quorum, int election) {}

    /** Copies the list, and refuses an invalid one. */
    public Ensemble {
        servers = List.copyOf(servers);
        Set<Integer> ports = new HashSet<>();
        boolean valid = servers.size() >= SERVERS_MIN && servers.size() <= SERVERS_MAX && servers.size() % 2 == 1;
        for (Server server : servers) {
            for (int port : new int[] {server.client, server.quorum, server.election}) {
                valid &= port > 0 && port <= PORT_MAX && ports.add(port);
            }
        }
        if (!valid) {
            throw new PraghException("an ensemble has " + SERVERS_MIN + ", 5 or " + SERVERS_MAX
                    + " servers, and each of its ports once: servers=" + servers);
        }
    }

    /** Reads {@code client:quorum:election,…}. */
    public static Ensemble parse(String text) {
        List<Server> servers = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            Matcher ports = SERVER.matcher(each.strip());
            if (!ports.matches()) {
                throw new PraghException(
                        "an ensemble is client:quorum:election for each server, three ports, with commas between:"
                                + " ensemble=" + text);
            }
            servers.add(new Server(
                    Integer.parseInt(ports.group(1)),
                    Integer.parseInt(ports.group(2)),
                    Integer.parseInt(ports.group(3))));
        }
        return new Ensemble(servers);
    }

    /** Hosts and ports for clients. */
    public String connectString() {
        return servers.stream().map(server -> "127.0.0.1:" + server.client).collect(Collectors.joining(","));
    }

    /** The index of the server with this port for clients. */
    int indexOf(int clientPort) {
        for (int i = 0; i < servers.size(); i++) {
            if (servers.get(i).client == clientPort) {
                return i;
            }
        }
        throw new PraghException(
                "no server of the ensemble has this port for clients: port=" + clientPort + " ensemble=" + servers);
    }
}
