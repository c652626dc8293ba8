package io.pragh.tinkerpop.server;

import io.pragh.core.base.Seldom;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of a server: counts them by address, and the bytes that all have sent of incomplete messages;
 * closes some when a limit is reached. Any thread.
 */
/*
 * When there is no room, the least important one gives way: of connections, the oldest without a login (or without a
 * request, on a server without logins), then the one that was silent for longest and is past the idle time; of
 * messages, the one that was begun first, since a client that means to send one finishes soon. So an attacker keeps
 * others out only as long as it keeps renewing all that it holds.
 */
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final long SAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    final ConnectionLimits limits;
    private final boolean logins;
    /** Oldest first. */
    private final Set<Visit> visits = new LinkedHashSet<>();

    private final Map<Object, Integer> counts = new HashMap<>();
    private final Seldom lines = new Seldom(SAY_NANOS, System.nanoTime());
    private long heldBytes;

    /**
     * For a server.
     *
     * @param logins whether clients have to log in
     */
    Connections(ConnectionLimits limits, boolean logins) {
        this.limits = limits;
        this.logins = logins;
    }

    boolean logins() {
        return logins;
    }

    /** Admits a connection if there is room for it, or another one gives way. */
    boolean admit(Visit newcomer) {
        Visit leaving = null;
        synchronized (this) {
            Object home = home(newcomer.from);
            int ofHome = counts.getOrDefault(home, 0);
            int ofHomeMax = newcomer.from.isLoopbackAddress() ? limits.ofLoopback() : limits.ofAddress();
            if (ofHome >= ofHomeMax || visits.size() >= limits.all()) {
                leaving = ofHome >= ofHomeMax
                        ? givesWay(visit -> home(visit.from).equals(home)).orElse(null)
                        : givesWay(visit -> true).orElse(null);
                if (leaving == null) {
                    say(
                            "a connection is refused, because there are enough: address={} open={} max={} all={} max={}",
                            newcomer.from.getHostAddress(),
                            ofHome,
                            ofHomeMax,
                            visits.size(),
                            limits.all());
                    return false;
                }
                forget(leaving);
            }
            visits.add(newcomer);
            counts.merge(home, 1, Integer::sum);
        }
        if (leaving != null) {
            leaving.end("there is no room for it any more");
        }
        return true;
    }

    private Optional<Visit> givesWay(Predicate<Visit> who) {
        Optional<Visit> stranger = // the oldest one, and soon found when there are many
                visits.stream().filter(who).filter(Visit::isStranger).findFirst();
        return stranger.isPresent()
                ? stranger
                : visits.stream().filter(who).filter(Visit::isSilent).min(Visit.LONGEST_SILENT);
    }

    /** Removes a closed connection. */
    synchronized void leave(Visit visit) {
        forget(visit);
    }

    private void forget(Visit visit) {
        if (visits.remove(visit)) {
            counts.computeIfPresent(home(visit.from), (home, count) -> count == 1 ? null : count - 1);
            heldBytes -= visit.heldBytes();
        }
    }

    /**
     * Adds received bytes of a message; when all connections together hold too many, the one that has held a message
     * for longest is closed.
     */
    void hold(Visit visit, long bytes) {
        Visit leaving = null;
        synchronized (this) {
            if (!visits.contains(visit)) {
                return; // it is closed or closing
            }
            visit.hold(visit.heldBytes() + bytes);
            heldBytes += bytes;
            if (heldBytes > limits.heldBytesMax()) {
                leaving = visits.stream()
                        .filter(one -> one.heldBytes() > 0)
                        .min(Visit.LONGEST_HOLDING)
                        .orElse(null);
            }
            if (leaving != null) {
                forget(leaving);
            }
        }
        if (leaving != null) {
            leaving.end("clients hold back more than there is room for; end messages that are begun");
        }
    }

    /** So many bytes that a connection had sent are a whole message now. */
    synchronized void whole(Visit visit, long bytes) {
        if (visits.contains(visit)) {
            long ended = Math.min(bytes, visit.heldBytes());
            heldBytes -= ended;
            visit.hold(visit.heldBytes() - ended);
        }
    }

    /** Logs a line about clients' conduct, unless the last one is too recent. */
    void say(String line, @Nullable Object... values) {
        if (lines.isDue(System.nanoTime())) {
            LOG.warn(line, values);
        }
    }

    /** The network that shares a limit: a host with one IPv6 address has the others of its /64 network too. */
    private static Object home(InetAddress address) {
        return address instanceof Inet6Address && !address.isLoopbackAddress()
                ? ByteBuffer.wrap(address.getAddress()).getLong()
                : address.isLoopbackAddress() ? "loopback" : address;
    }
}
