package io.pragh.rdma.tcp;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricSeat;
import java.net.InetSocketAddress;
import java.util.Set;

/**
 * A node's settings of the TCP fabric. Immutable.
 *
 * @param host where to listen
 * @param port where to listen, or 0
 * @param advertise the address that other nodes are told, or empty for host and port
 * @param threads threads that serve
 * @param silenceNanos a peer that is silent for this time is out of reach
 * @param flightBytes bytes under way to one peer at most
 * @param epoll whether to use epoll where it is available
 */
record TcpSettings(
        String host, int port, String advertise, int threads, long silenceNanos, long flightBytes, boolean epoll) {
    private static final Set<String> NAMES = Set.of(
            "secret",
            "secretFile",
            "certificate",
            "privateKey",
            "trusted",
            "advertise",
            "threads",
            "silenceMillis",
            "flightBytes",
            "epoll");

    static TcpSettings of(FabricSeat seat) {
        seat.allow(NAMES);
        InetSocketAddress listen = socketAddress(seat.address(), 0);
        String advertise = seat.setting("advertise");
        if (advertise != null) {
            socketAddress("tcp://" + advertise, 1);
        }
        String epoll = seat.setting("epoll");
        return new TcpSettings(
                listen.getHostString(),
                listen.getPort(),
                advertise == null ? "" : advertise,
                (int) seat.number("threads", 2, 1, 64),
                seat.number("silenceMillis", 5_000, 100, 600_000) * 1_000_000,
                seat.number("flightBytes", 8 << 20, 1 << 20, 1 << 30),
                epoll == null || Boolean.parseBoolean(epoll));
    }

    /** Host and port of {@code tcp://host:port}, not looked up; an IPv6 address stands in brackets. */
    static InetSocketAddress socketAddress(String address, int portMin) {
        String place = address.startsWith("tcp://") ? address.substring(6) : "";
        int colon = place.lastIndexOf(':');
        if (colon > 0) {
            String host = place.substring(0, colon);
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            }
            try {
                int port = Integer.parseInt(place.substring(colon + 1));
                if (port >= portMin && port <= 65_535) {
                    return InetSocketAddress.createUnresolved(host, port);
                }
            } catch (NumberFormatException notANumber) {
                throw new PraghException("a TCP fabric's address is tcp://host:port: address=" + address, notANumber);
            }
        }
        throw new PraghException("a TCP fabric's address is tcp://host:port: address=" + address);
    }
}
