package io.pragh.tinkerpop.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a server takes by the names that they use for it. Immutable.
 *
 * <p>A browser says from which page a request comes (Origin), and by which name it called the server (Host). Programs call the server by
 * its address and name no page, or the server itself. So a page of somebody else's is refused, and so is a name that somebody else has
 * given this address.
 */
final class Callers {
    private final Set<String> names = new HashSet<>();

    /**
     * Of a server.
     *
     * @param address where it listens, as its owner wrote it
     * @param advertised {@code host:port} as clients reach it; null when they use the address
     */
    Callers(InetSocketAddress address, @Nullable String advertised) {
        names.add(name(address.getHostString()));
        if (advertised != null) {
            names.add(name(advertised));
        }
    }

    /**
     * Why a request is refused.
     *
     * @param host of its header; null when it has none
     * @param origin of its header; null when it has none
     * @param local where its connection ends
     * @return a sentence; empty when it is taken
     */
    String refusal(@Nullable String host, @Nullable String origin, InetAddress local) {
        if (host == null || !isOurs(name(host), local)) {
            return "this server is not called so; use its address, or name it by server.advertise: host=" + shown(host);
        }
        if (origin != null && !isSame(origin, host)) {
            return "requests of other sites' pages are not taken: origin=" + shown(origin);
        }
        return "";
    }

    private boolean isOurs(String name, InetAddress local) {
        return names.contains(name)
                || name.equals(name(local.getHostAddress()))
                || local.isLoopbackAddress() && name.equals("localhost");
    }

    private static boolean isSame(String origin, String host) {
        String lower = origin.toLowerCase(Locale.ROOT);
        int scheme = lower.indexOf("://");
        return scheme > 0 && withoutDefaultPort(lower.substring(scheme + 3)).equals(withoutDefaultPort(host));
    }

    /** Some clients leave the port of http and https away in one of the two headers. */
    private static String withoutDefaultPort(String hostAndPort) {
        String lower = hostAndPort.toLowerCase(Locale.ROOT);
        return lower.endsWith(":80")
                ? lower.substring(0, lower.length() - 3)
                : lower.endsWith(":443") ? lower.substring(0, lower.length() - 4) : lower;
    }

    /** The name without a port, and an address of IPv6 in the form in which Java writes it. */
    private static String name(String hostAndPort) {
        String text = hostAndPort.toLowerCase(Locale.ROOT);
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            text = end < 0 ? text : text.substring(1, end);
        } else if (text.indexOf(':') == text.lastIndexOf(':') && text.indexOf(':') >= 0) {
            text = text.substring(0, text.indexOf(':'));
        }
        int zone = text.indexOf('%');
        text = zone < 0 ? text : text.substring(0, zone);
        return text.equals("::1") ? "0:0:0:0:0:0:0:1" : text;
    }

    /** What others wrote, short and on one line. */
    private static String shown(@Nullable String text) {
        if (text == null) {
            return "none";
        }
        String line = text.replaceAll("[^\\x20-\\x7e]", "?");
        return line.length() <= 100 ? line : line.substring(0, 100) + "...";
    }
}
