package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.PraghGraph;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.server.Context;
import org.apache.tinkerpop.gremlin.server.op.session.Session;
import org.apache.tinkerpop.gremlin.server.op.session.SessionOpProcessor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the open transactions of sessions each second: a transaction past its snapshot is rolled back and its
 * session ended. Also rolls back the transactions of sessions that ended with their connection, which Gremlin Server
 * leaves open. Any thread.
 */
final class SessionKeeper implements AutoCloseable {
    /** Bound on open sessions of all connections: each has a thread and a script engine. */
    static final int SESSIONS_MAX = 256;

    private static final Logger LOG = LoggerFactory.getLogger(SessionKeeper.class);
    private static final long LOOK_SECONDS = 1;

    /** A session of a connection, until the connection closes or the client closes the session. */
    static final class Held {
        final String name;
        private final AtomicBoolean looking = new AtomicBoolean();
        private volatile @Nullable RuntimeException late;
        private volatile boolean closing;

        Held(String name) {
            this.name = name;
        }

        /** The reason why it was ended, when its transaction was too old. */
        @Nullable
        RuntimeException late() {
            return late;
        }

        boolean isClosing() {
            return closing;
        }

        void beginClosing() {
            closing = true;
        }
    }

    /** Gives access to Gremlin Server's sessions, which only a subclass sees; never instantiated. */
    @SuppressWarnings("try") // as it is inherited
    private static final class AllSessions extends SessionOpProcessor {
        static @Nullable Session named(String name) {
            return sessions.get(name);
        }

        /** Begins a session, as Gremlin Server does on the first request in it. */
        static Session begun(String name, Supplier<Context> context) {
            return sessions.computeIfAbsent(name, unknown -> new Session(unknown, context.get(), sessions));
        }

        static int count() {
            return sessions.size();
        }
    }

    private final Set<Held> held = ConcurrentHashMap.newKeySet();
    private @Nullable ScheduledExecutorService looks;
    private volatile Runnable rollsBack = () -> {};

    /** Checks the sessions of a graph from now on. */
    synchronized void keep(PraghGraph graph) {
        ScheduledExecutorService one = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "pragh-sessions");
            thread.setDaemon(true);
            return thread;
        });
        var unused = one.scheduleWithFixedDelay( // its result is not used
                () -> look(graph), LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
        looks = one;
        rollsBack = () -> {
            if (graph.tx().isOpen()) {
                graph.tx().rollback();
            }
        };
    }

    static @Nullable Session named(String name) {
        return AllSessions.named(name);
    }

    /** The session of this name, begun if there is none. */
    static Session begun(String name, Supplier<Context> context) {
        return AllSessions.begun(name, context);
    }

    static boolean isFull() {
        return AllSessions.count() >= SESSIONS_MAX;
    }

    void add(Held session) {
        held.add(session);
    }

    void remove(Held session) {
        held.remove(session);
    }

    private void look(PraghGraph graph) {
        try {
            graph.rollbackAbandoned();
            held.forEach(session -> look(session, graph));
        } catch (RuntimeException failed) {
            LOG.warn("sessions could not be looked after; tried again in a second", failed);
        }
    }

    private static void look(Held held, PraghGraph graph) {
        Session session = named(held.name);
        if (session == null || !held.looking.compareAndSet(false, true)) {
            return; // it is gone, or still has earlier requests to execute
        }
        try {
            session.getExecutor().execute(() -> {
                held.looking.set(false);
                graph.rollbackLate().ifPresent(why -> {
                    held.late = why;
                    session.manualKill(true);
                });
            });
        } catch (RejectedExecutionException ending) {
            held.looking.set(false);
        }
    }

    /**
     * Rolls back a session's transaction, on the session's thread and after its earlier requests, and ends the
     * session; then runs an action.
     */
    void end(Session session, Runnable then) {
        Runnable rollback = rollsBack;
        try {
            session.getExecutor().execute(() -> {
                try {
                    rollback.run();
                } finally {
                    session.manualKill(true);
                    then.run();
                }
            });
        } catch (RejectedExecutionException ended) {
            then.run();
        }
    }

    @Override
    public synchronized void close() {
        if (looks != null) {
            looks.shutdownNow();
        }
    }
}
