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
 * The connections of a server: how many there are, of whom, and what all of them have sent of messages whose ends are yet to come. Any
 * thread.
 */
/*
 * When there is no room, whoever is missed least gives way: of connections, the oldest that nobody has logged in over (or asked anything,
 * where nobody logs in), then the one that was silent for longest and is past the time of idle ones; of messages, the one that was begun
 * first, since what is sent in earnest ends soon. So nobody is kept out for longer than whoever attacks can renew all that he holds.
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
     * Of a server.
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

    /** Takes a connection in if there is room for it, or somebody gives way. */
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

    /** A connection is closed. */
    synchronized void leave(Visit visit) {
        forget(visit);
    }

    private void forget(Visit visit) {
        if (visits.remove(visit)) {
            counts.computeIfPresent(home(visit.from), (home, count) -> count == 1 ? null : count - 1);
            heldBytes -= visit.heldBytes();
        }
    }

    /** A connection has sent so much of a message; whoever has held one for longest leaves when all hold too much. */
    void hold(Visit visit, long bytes) {
        Visit leaving = null;
        synchronized (this) {
            if (!visits.contains(visit)) {
                return; // it is closed, or told to
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

    /** So much of what a connection had sent is a whole message. */
    synchronized void whole(Visit visit, long bytes) {
        if (visits.contains(visit)) {
            long ended = Math.min(bytes, visit.heldBytes());
            heldBytes -= ended;
            visit.hold(visit.heldBytes() - ended);
        }
    }

    /** Writes a line about what others do, if the last one was some time ago. */
    void say(String line, @Nullable Object... values) {
        if (lines.isDue(System.nanoTime())) {
            LOG.warn(line, values);
        }
    }

    /** Whoever has an address of IPv6 has the other ones of its network too. */
    private static Object home(InetAddress address) {
        return address instanceof Inet6Address && !address.isLoopbackAddress()
                ? ByteBuffer.wrap(address.getAddress()).getLong()
                : address.isLoopbackAddress() ? "loopback" : address;
    }
}
