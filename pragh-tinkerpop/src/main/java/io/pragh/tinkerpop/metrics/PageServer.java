package io.pragh.tinkerpop.metrics;

import io.pragh.core.base.Seldom;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a few pages over plain HTTP, each request on a connection of its own. Runs until it is closed. Any thread.
 */
/*
 * Idle connections cannot keep out clients with requests. A connection has a second for its first byte, five for its
 * request, and ten in all; and when an address, or all together, have as many connections as allowed, the oldest one
 * without a complete request gives way. A real client sends its request with the next packet.
 */
final class PageServer implements AutoCloseable {
    static final int ALL_MAX = 64;
    static final int OF_ADDRESS_MAX = 16;

    private static final Logger LOG = LoggerFactory.getLogger(PageServer.class);
    /** Bound on pages that are made at once: making one takes a processor a while. */
    private static final int MADE_AT_ONCE = 4;
    /** Threads also of connections that were told to end. */
    private static final int THREADS_MAX = 2 * ALL_MAX;

    private static final long IDLE_SECONDS = 10;
    private static final int LOOK_MILLIS = 100;
    private static final long SAY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ServerSocket socket;
    private final Map<String, Page> pages;
    private final Semaphore makers = new Semaphore(MADE_AT_ONCE);
    private final Seldom lines = new Seldom(SAY_NANOS, System.nanoTime());
    /** In order of arrival. */
    private final Set<PageVisitor> visitors = new LinkedHashSet<>();

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, THREADS_MAX, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), PageServer::thread);

    /** The page at a path. */
    record Page(String type, Supplier<String> body) {}

    /** Listens at an address; port 0 takes a free one. */
    PageServer(InetSocketAddress address, Map<String, Page> pages) throws IOException {
        this.pages = Map.copyOf(pages);
        socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(address, ALL_MAX);
            socket.setSoTimeout(LOOK_MILLIS);
        } catch (IOException taken) {
            socket.close();
            throw taken;
        }
        thread(this::listen).start();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "pragh-metrics");
        thread.setDaemon(true);
        return thread;
    }

    private void listen() {
        long looked = System.nanoTime();
        while (!socket.isClosed()) {
            try {
                admit(socket.accept());
            } catch (SocketTimeoutException nobody) {
                LOG.trace("nobody came", nobody);
            } catch (IOException failed) {
                if (!socket.isClosed()) {
                    say("metrics cannot be served for a moment", failed);
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
                }
            }
            if (System.nanoTime() - looked >= TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)) {
                looked = System.nanoTime();
                overdue().forEach(PageVisitor::end);
            }
        }
    }

    private synchronized List<PageVisitor> overdue() {
        long now = System.nanoTime();
        return visitors.stream().filter(visitor -> visitor.isOverdue(now)).toList();
    }

    private void admit(Socket accepted) {
        PageVisitor newcomer = new PageVisitor(this, accepted);
        if (!enters(newcomer)) {
            newcomer.end();
            return;
        }
        try {
            threads.execute(newcomer);
        } catch (RejectedExecutionException full) {
            LOG.debug("no thread for a connection", full);
            newcomer.end();
            left(newcomer);
        }
    }

    private synchronized boolean enters(PageVisitor newcomer) {
        List<PageVisitor> neighbours =
                visitors.stream().filter(one -> one.from.equals(newcomer.from)).toList();
        boolean isFull = visitors.size() >= ALL_MAX;
        if (isFull || neighbours.size() >= OF_ADDRESS_MAX) {
            PageVisitor givesWay = (neighbours.size() >= OF_ADDRESS_MAX ? neighbours : visitors)
                    .stream().filter(one -> !one.hasAsked()).findFirst().orElse(null);
            if (givesWay == null) {
                return false;
            }
            visitors.remove(givesWay);
            givesWay.end();
        }
        visitors.add(newcomer);
        return true;
    }

    /** Called when a connection has ended. */
    synchronized void left(PageVisitor visitor) {
        visitors.remove(visitor);
    }

    /** The number of connections. */
    synchronized int visitors() {
        return visitors.size();
    }

    /** The page at a path; null when there is none. */
    @Nullable
    Page page(String path) {
        return pages.get(path);
    }

    /** Makes a page, unless too many are being made. */
    String make(Page page) {
        makers.acquireUninterruptibly();
        try {
            return page.body().get();
        } finally {
            makers.release();
        }
    }

    /** Logs a failure, unless the last line is too recent. */
    void say(String what, Exception why) {
        if (lines.isDue(System.nanoTime())) {
            LOG.warn(what, why);
        }
    }

    InetSocketAddress address() {
        return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException cannot) {
            LOG.debug("the port could not be closed", cannot);
        }
        synchronized (this) {
            visitors.forEach(PageVisitor::end);
        }
        threads.shutdown();
    }
}
