package io.pragh.tinkerpop.server;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the host name and origin of a request whether a server accepts it. Immutable.
 *
 * <p>A browser sends the origin of the page that makes a request (Origin), and the name by which it called the server
 * (Host). Programs call the server by its address and send no origin, or the server's own. So a request of a foreign
 * page is refused, and so is a name under which a third party has registered this address (DNS rebinding).
 */
final class Callers {
    private final Set<String> names = new HashSet<>();

    /**
     * For a server.
     *
     * @param address the address at which it listens, as configured
     * @param advertised {@code host:port} as clients reach it; null when they use the address
     */
    Callers(InetSocketAddress address, @Nullable String advertised) {
        names.add(name(address.getHostString()));
        if (advertised != null) {
            names.add(name(advertised));
        }
    }

    /**
     * The reason why a request is refused.
     *
     * @param host of its header; null when it has none
     * @param origin of its header; null when it has none
     * @param local this machine's address on the connection
     * @return a sentence; empty when it is accepted
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

    /** Some clients omit the default port of http and https in one of the two headers. */
    private static String withoutDefaultPort(String hostAndPort) {
        String lower = hostAndPort.toLowerCase(Locale.ROOT);
        return lower.endsWith(":80")
                ? lower.substring(0, lower.length() - 3)
                : lower.endsWith(":443") ? lower.substring(0, lower.length() - 4) : lower;
    }

    /** The name without a port; an IPv6 address, which has several notations, in Java's. */
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
        InetAddress address = text.indexOf(':') < 0 ? null : NetUtil.createInetAddressFromIpAddressString(text);
        return address == null ? text : address.getHostAddress();
    }

    /** A client's text for the log, short and on one line. */
    private static String shown(@Nullable String text) {
        if (text == null) {
            return "none";
        }
        String line = text.replaceAll("[^\\x20-\\x7e]", "?");
        return line.length() <= 100 ? line : line.substring(0, 100) + "...";
    }
}
