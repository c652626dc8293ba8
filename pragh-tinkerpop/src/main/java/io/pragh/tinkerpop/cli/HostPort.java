package io.pragh.tinkerpop.cli;

import java.net.InetSocketAddress;

/** Parses addresses: {@code host:port}, {@code [::1]:port}. Stateless. */
public final class HostPort {
    private static final int PORT_MAX = 65_535;

    private HostPort() {}

    /**
     * An address from the user's text; its host is looked up.
     *
     * @param name name of the option or key, for the error message
     */
    public static InetSocketAddress parse(String name, String text) {
        int colon = text.lastIndexOf(':');
        if (colon > 0 && text.indexOf(']') < colon) {
            String host = text.substring(0, colon);
            boolean bracketed = host.startsWith("[") && host.endsWith("]");
            int port = port(text.substring(colon + 1));
            if (port >= 0 && (bracketed || host.indexOf(':') < 0)) {
                InetSocketAddress address =
                        new InetSocketAddress(bracketed ? host.substring(1, host.length() - 1) : host, port);
                if (address.isUnresolved()) {
                    throw new CliException("no such host: " + name + "=" + text);
                }
                return address;
            }
        }
        throw new CliException("an address is written HOST:PORT: " + name + "=" + text);
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            return port <= PORT_MAX ? port : -1;
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }
}
