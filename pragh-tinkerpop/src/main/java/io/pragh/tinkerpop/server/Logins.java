package io.pragh.tinkerpop.server;

import io.pragh.core.base.Clock;
import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Checks names and passwords, on threads of its own: a check takes as long as thousands of requests. Addresses that
 * have sent wrong ones have to pause. Any thread.
 */
final class Logins {
    /** Name of a thread that checks logins. */
    static final String THREAD = "pragh-login";

    private static final int THREADS = 2;
    /** Bound on logins that wait for a thread. */
    private static final int WAITING_MAX = 256;
    /** Bound on the waiting logins of one address, which leaves room for others. */
    private static final int OF_ADDRESS_MAX = WAITING_MAX / 2;

    private static final long IDLE_SECONDS = 10;
    private static final String WRONG = "the name or the password is wrong";
    private static final String BUSY = "too many are logging in at once; try again";

    private final UserTable users;
    private final FailedLogins failures;
    private final ThreadPoolExecutor threads;
    private final Map<InetAddress, Integer> waiting = new ConcurrentHashMap<>();

    /** The name and the password that a client has sent. */
    record Credentials(String name, String password) {}

    /**
     * The result of a login: the name of the user, or the reason of a refusal, and whether a later try may succeed.
     */
    record Outcome(String name, String refusal, boolean isForNow) {
        boolean isRight() {
            return refusal.isEmpty();
        }
    }

    Logins(UserTable users, Clock clock) {
        this.users = users;
        this.failures = new FailedLogins(clock);
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_MAX), task -> {
                    Thread thread = new Thread(task, THREAD + "-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true); // so the pool need not be closed
    }

    /**
     * Checks credentials and reports the outcome, on another thread; reports a refusal at once when too many logins
     * wait.
     */
    void check(InetAddress from, Credentials said, Consumer<Outcome> told) {
        if (waiting.merge(from, 1, Integer::sum) > OF_ADDRESS_MAX) {
            leave(from);
            told.accept(new Outcome(said.name, BUSY, true));
            return;
        }
        try {
            threads.execute(() -> {
                try {
                    told.accept(checked(from, said));
                } finally {
                    leave(from);
                }
            });
        } catch (RejectedExecutionException full) {
            leave(from);
            told.accept(new Outcome(said.name, BUSY, true));
        }
    }

    private void leave(InetAddress from) {
        waiting.computeIfPresent(from, (address, count) -> count == 1 ? null : count - 1);
    }

    /** The pause is checked only now: other logins of the address may have failed while this one waited. */
    private Outcome checked(InetAddress from, Credentials said) {
        long pauseNanos = failures.pauseNanos(from);
        if (pauseNanos > 0) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(pauseNanos) + 1;
            return new Outcome(
                    said.name, "too many wrong passwords came from this address; wait seconds=" + seconds, true);
        }
        if (users.accepts(said.name, said.password)) {
            return new Outcome(said.name, "", false);
        }
        failures.failed(from);
        return new Outcome(said.name, WRONG, false);
    }
}
