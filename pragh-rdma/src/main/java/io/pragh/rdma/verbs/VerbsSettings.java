package io.pragh.rdma.verbs;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricSeat;
import java.net.InetSocketAddress;
import java.util.Set;

/**
 * A node's settings of the RDMA fabric. Immutable.
 *
 * @param host address of the device, or {@link Device#ANY}
 * @param port where to listen, or 0
 * @param advertise the address that other nodes are told, or empty for host and port
 * @param silenceNanos a peer that does not answer within this time, a call included, is out of reach
 */
record VerbsSettings(String host, int port, String advertise, long silenceNanos) {
    private static final Set<String> NAMES = Set.of("advertise", "silenceMillis");
    private static final String SCHEME = "rdma://";

    static VerbsSettings of(FabricSeat seat) {
        seat.allow(NAMES);
        InetSocketAddress listen = socketAddress(seat.address(), 0);
        String advertise = seat.setting("advertise");
        if (advertise != null) {
            socketAddress(SCHEME + advertise, 1);
        }
        return new VerbsSettings(
                listen.getHostString(),
                listen.getPort(),
                advertise == null ? "" : advertise,
                seat.number("silenceMillis", 5_000, 100, 600_000) * 1_000_000);
    }

    /** Host and port of {@code rdma://host:port}, not looked up. */
    static InetSocketAddress socketAddress(String address, int portMin) {
        String place = address.startsWith(SCHEME) ? address.substring(SCHEME.length()) : "";
        int colon = place.lastIndexOf(':');
        if (colon > 0) {
            try {
                int port = Integer.parseInt(place.substring(colon + 1));
                if (port >= portMin && port <= 65_535) {
                    return InetSocketAddress.createUnresolved(place.substring(0, colon), port);
                }
            } catch (NumberFormatException notANumber) {
                throw new PraghException(
                        "an RDMA fabric's address is rdma://host:port: address=" + address, notANumber);
            }
        }
        throw new PraghException("an RDMA fabric's address is rdma://host:port: address=" + address);
    }

    /** The address that other nodes are told, with the port at which the device listens. */
    String address(String at, int listening) {
        return SCHEME + (advertise.isEmpty() ? at + ":" + listening : advertise);
    }
}
