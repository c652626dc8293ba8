package io.pragh.tinkerpop.cli;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The addresses at which the services of one process are to listen, each under its option's name: no two of them at
 * one port. Each port may be free, and yet the second service would not start. One thread.
 */
final class PortClaims<T> {
    /** Begins the error for two services at one port. */
    static final String TWICE = "two services cannot listen at one port; give one of them another: ";

    private final Map<T, InetSocketAddress> claimed = new LinkedHashMap<>();

    /** Claims an address, where port 0 is any port; returns the name of the service that has it, or null. */
    @Nullable
    T claim(T name, InetSocketAddress address) {
        if (address.getPort() == 0) {
            return null;
        }
        for (Map.Entry<T, InetSocketAddress> other : claimed.entrySet()) {
            if (overlap(other.getValue(), address)) {
                return other.getKey();
            }
        }
        claimed.put(name, address);
        return null;
    }

    private static boolean overlap(InetSocketAddress one, InetSocketAddress other) {
        return one.getPort() == other.getPort()
                && !one.isUnresolved() // the attempt to listen there names the host
                && !other.isUnresolved()
                && (one.getAddress().isAnyLocalAddress()
                        || other.getAddress().isAnyLocalAddress()
                        || one.getAddress().equals(other.getAddress()));
    }
}
