package io.pragh.tinkerpop.server;

import io.pragh.core.base.Clock;
import io.pragh.core.base.Seldom;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers addresses that have recently sent wrong passwords, and how long they have to wait before the next try.
 * Any thread.
 */
final class FailedLogins {
    /** Failures that pass for mistakes. */
    static final int FREE = 5;
    /** Pause after one failure more; it doubles with each one. */
    static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    static final long PAUSE_NANOS_MAX = TimeUnit.MINUTES.toNanos(1);
    private static final int DOUBLINGS_MAX = 6; // the pause is about a minute then
    /** Time without a wrong password after which an address is forgotten. */
    static final long MEMORY_NANOS = TimeUnit.MINUTES.toNanos(5);
    /** Bound on addresses; those whose last failure is the oldest are forgotten first. */
    static final int ADDRESSES_MAX = 4_096;

    private static final Logger LOG = LoggerFactory.getLogger(FailedLogins.class);
    private static final long SAY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Clock clock;
    private final Seldom lines;
    /** In order of the last failure. */
    private final Map<Object, Failures> addresses = new LinkedHashMap<>();

    private long untold;

    private record Failures(int count, long lastNanos) {}

    FailedLogins(Clock clock) {
        this.clock = clock;
        this.lines = new Seldom(SAY_NANOS, clock.nanos());
    }

    /** The time for which this address has to wait; 0 when it may try. */
    synchronized long pauseNanos(InetAddress from) {
        Failures failed = addresses.get(home(from));
        return failed == null ? 0 : Math.max(0, pauseNanos(failed.count) - (clock.nanos() - failed.lastNanos));
    }

    private static long pauseNanos(int failures) {
        if (failures < FREE) {
            return 0;
        }
        return Math.min(PAUSE_NANOS << Math.min(failures - FREE, DOUBLINGS_MAX), PAUSE_NANOS_MAX);
    }

    /** Records a wrong name or password from an address. */
    synchronized void failed(InetAddress from) {
        long now = clock.nanos();
        Failures before = addresses.remove(home(from));
        boolean known = before != null && now - before.lastNanos < MEMORY_NANOS;
        addresses.put(home(from), new Failures(known ? before.count + 1 : 1, now));
        if (addresses.size() > ADDRESSES_MAX) {
            addresses.remove(addresses.keySet().iterator().next());
        }
        untold++;
        if (lines.isDue(now)) {
            LOG.warn("logins have failed: failures={} last={}", untold, from.getHostAddress());
            untold = 0;
        }
    }

    synchronized int addresses() {
        return addresses.size();
    }

    /** The network that shares failures: a host with one IPv6 address has the others of its /64 network too. */
    private static Object home(InetAddress address) {
        return address instanceof Inet6Address
                ? ByteBuffer.wrap(address.getAddress()).getLong()
                : address;
    }
}
