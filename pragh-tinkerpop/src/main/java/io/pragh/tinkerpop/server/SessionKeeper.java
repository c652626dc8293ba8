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
 * Looks each second after what sessions have open: a transaction past its snapshot is rolled back and its session ended, and so is what a
 * session had open that ended with its connection, which Gremlin Server leaves to the graph. Any thread.
 */
final class SessionKeeper implements AutoCloseable {
    /** Open at once, of all connections: each has a thread and a script engine. */
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

        /** Why it was ended, when its transaction was too old. */
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

    /** Gremlin Server's sessions, which only a subclass sees; never made. */
    @SuppressWarnings("try") // as it is inherited
    private static final class AllSessions extends SessionOpProcessor {
        static @Nullable Session named(String name) {
            return sessions.get(name);
        }

        /** As Gremlin Server does when it is asked something in a session for the first time. */
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

    /** Looks after the sessions of a graph from now on. */
    synchronized void keep(PraghGraph graph) {
        ScheduledExecutorService one = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "pragh-sessions");
            thread.setDaemon(true);
            return thread;
        });
        var unused = one.scheduleWithFixedDelay( // nothing comes out of it
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

    /** The session of this name, which begins if there is none. */
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
            return; // it is gone, or still has to do what it was asked before
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

    /** Rolls back what a session has open, on its own thread and after what it was asked before, and ends it; then does something. */
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
