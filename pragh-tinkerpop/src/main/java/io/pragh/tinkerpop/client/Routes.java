package io.pragh.tinkerpop.client;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The servers of the nodes and the partitions that each node serves, as one server has reported them. Immutable. */
final class Routes {
    /** Name of the service that reports them. */
    static final String SERVICE = "pragh.routes";

    private static final int PORT_MAX = 65_535;

    private final long epoch;
    private final HomeMap homes;
    private final List<InetSocketAddress> servers;
    private final @Nullable InetSocketAddress[] serverOf;

    private Routes(long epoch, HomeMap homes, List<InetSocketAddress> servers, @Nullable InetSocketAddress[] serverOf) {
        this.epoch = epoch;
        this.homes = homes;
        this.servers = List.copyOf(servers);
        this.serverOf = serverOf;
    }

    /** Parses an answer; throws {@link PraghException} when it is invalid. */
    static Routes of(Object answer) {
        try {
            Map<?, ?> told = (Map<?, ?>) answer;
            HomeMap homes = new HomeMap(number(told, "partitions").intValue());
            @Nullable InetSocketAddress[] serverOf = new InetSocketAddress[homes.partitions()];
            List<InetSocketAddress> servers = new ArrayList<>();
            for (Object each : list(told, "members")) {
                Map<?, ?> member = (Map<?, ?>) each;
                String server = (String) field(member, "server");
                if (!server.isEmpty()) {
                    InetSocketAddress address = address(server);
                    servers.add(address);
                    list(member, "partitions").forEach(p -> serverOf[((Number) p).intValue()] = address);
                }
            }
            return new Routes(number(told, "epoch").longValue(), homes, servers, serverOf);
        } catch (ClassCastException | IndexOutOfBoundsException other) {
            throw new PraghException("what this server says about its cluster is not understood: " + answer, other);
        }
    }

    private static Object field(Map<?, ?> map, String name) {
        Object value = map.get(name);
        if (value == null) {
            throw new PraghException("what this server says about its cluster lacks something: field=" + name);
        }
        return value;
    }

    private static Number number(Map<?, ?> map, String name) {
        return (Number) field(map, name);
    }

    private static List<?> list(Map<?, ?> map, String name) {
        return (List<?>) field(map, name);
    }

    /** {@code host:port} or {@code [address]:port}; the host is not looked up. */
    static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        if (colon > 0) {
            String host = text.substring(0, colon);
            boolean bracketed = host.startsWith("[") && host.endsWith("]");
            String digits = text.substring(colon + 1);
            if ((bracketed || host.indexOf(':') < 0) && digits.matches("\\d{1,5}")) {
                int port = Integer.parseInt(digits);
                if (port > 0 && port <= PORT_MAX) {
                    return InetSocketAddress.createUnresolved(
                            bracketed ? host.substring(1, host.length() - 1) : host, port);
                }
            }
        }
        throw new PraghException("a server's address is written host:port: address=" + text);
    }

    /** Grows with every change of the cluster. */
    long epoch() {
        return epoch;
    }

    /** Computes homes. */
    HomeMap homes() {
        return homes;
    }

    /** All known servers. */
    List<InetSocketAddress> servers() {
        return servers;
    }

    /**
     * The server of the node that serves a partition, or null when it is unknown: also for a partition that only a
     * former cluster at these addresses had, as sources are kept.
     */
    @Nullable
    InetSocketAddress serverOf(int partition) {
        return partition < serverOf.length ? serverOf[partition] : null;
    }
}
