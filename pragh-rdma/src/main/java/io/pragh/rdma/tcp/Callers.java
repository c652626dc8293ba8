package io.pragh.rdma.tcp;

import io.pragh.rdma.wire.ExposureNotice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The connections that other nodes have to this one. Any thread. */
final class Callers {
    /** Bound on callers that have not proved themselves yet. */
    static final int GREETING_MAX = 64;
    /** Bound on such callers from one address, which leaves room for other addresses. */
    static final int GREETING_OF_ADDRESS_MAX = 32;

    private static final long NOTICE_SECONDS = 5;

    /** Callers that have not proved themselves, the oldest first. */
    private final Set<Listener> greeting = new LinkedHashSet<>();

    private final Set<Listener> in = new HashSet<>();
    private final Map<Integer, Long> epochs = new HashMap<>();
    private final Object taken = new Object();
    private long nextNotice = 1;

    /**
     * Admits one more caller that has not proved itself, and returns the caller that has to give way, or null.
     * Members greet at once, so a connection that only occupies a place loses it first; if newcomers were refused
     * instead, silent connections would keep members out.
     */
    synchronized @Nullable Listener greet(Listener listener) {
        List<Listener> neighbours = greeting.stream()
                .filter(other -> other.host().equals(listener.host()))
                .toList();
        Listener leaving = null;
        if (neighbours.size() >= GREETING_OF_ADDRESS_MAX) {
            leaving = leaving(neighbours);
        } else if (greeting.size() >= GREETING_MAX) {
            leaving = leaving(greeting);
        }
        if (leaving != null) {
            greeting.remove(leaving);
        }
        greeting.add(listener);
        return leaving;
    }

    /** The oldest caller that has not said HELLO, or else the oldest. */
    private static Listener leaving(Collection<Listener> callers) {
        return callers.stream()
                .filter(caller -> !caller.hasGreeted())
                .findFirst()
                .orElseGet(() -> callers.iterator().next());
    }

    /**
     * Lets a caller in, unless a later life of its number has been here. Its former connection is closed, as is that
     * of an earlier life: the caller has given up the requests there, and looks after them by this connection, so none
     * of them, come late, may take effect any more.
     */
    synchronized boolean letIn(Listener listener, Runnable welcome) {
        greeting.remove(listener);
        long latest = epochs.getOrDefault(listener.from(), -1L);
        if (listener.epoch() < latest) {
            return false;
        }
        epochs.put(listener.from(), listener.epoch());
        for (Listener other : List.copyOf(in)) {
            if (other.from() == listener.from() && other.epoch() <= listener.epoch()) {
                other.disallow();
                other.hangUp();
                in.remove(other);
            }
        }
        in.add(listener);
        welcome.run(); // a notice from now on comes after it
        return true;
    }

    synchronized void hungUp(Listener listener) {
        greeting.remove(listener);
        in.remove(listener);
    }

    private synchronized List<Listener> all() {
        return new ArrayList<>(in);
    }

    /** Refuses all requests of a node from now on. */
    void disallow(int node) {
        for (Listener listener : all()) {
            if (listener.from() == node) {
                listener.disallow();
            }
        }
    }

    /** Returns once every request that is executing at the time of the call is done. */
    void awaitIdle() {
        all().forEach(Listener::awaitIdle);
    }

    /**
     * Sends a notice to all callers, and returns once they have acknowledged it. A caller that does not answer is
     * disconnected, and gets the notice when it calls again. Expelled members are not told: none of their requests is
     * executed, and one that hangs would delay its substitutes.
     */
    void tellAll(ExposureNotice notice) {
        long number;
        List<Listener> told;
        synchronized (this) {
            number = nextNotice++;
            told = in.stream().filter(Listener::isAllowed).toList();
            told.forEach(listener -> listener.tell(notice.frame(number)));
        }
        long start = System.nanoTime();
        long patience = TimeUnit.SECONDS.toNanos(NOTICE_SECONDS);
        synchronized (taken) {
            long left = patience;
            while (left > 0 && !told.stream().allMatch(listener -> listener.hasTaken(number))) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(taken, left);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    break;
                }
                left = patience - (System.nanoTime() - start);
            }
        }
        told.stream().filter(listener -> !listener.hasTaken(number)).forEach(Listener::hangUp);
    }

    void noticeTaken() {
        synchronized (taken) {
            taken.notifyAll();
        }
    }
}
