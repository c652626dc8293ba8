package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.pragh.tinkerpop.server.Caller.Asked;
import io.pragh.tinkerpop.server.Doorway.DoorSettings;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.tinkerpop.gremlin.server.util.ThreadFactoryUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that evaluate clients' requests: as many as Gremlin Server would have, and one more for each request
 * that takes long, or that waits for a disk or another machine, so that it does not delay others. When a connection
 * closes, its running requests are interrupted, and its queued ones are never begun, since no client is left to
 * answer. Any thread.
 */
/*
 * The state of a request's thread shows whether it waits; it is sampled about a hundred times a second. So there are
 * as many threads as keep the processors busy, however long a sync or a round trip takes, and no more while no
 * request waits. A thread that waits for a lock does not count: more threads would only lengthen that wait.
 *
 * The number of threads is bounded too. When all of them execute long requests and others are queued, the request
 * that has run for longest is interrupted, if it has run for seconds: so a queued request gets its turn.
 */
final class ClientTasks extends ThreadPoolExecutor {
    /** Bound on additional threads, for requests that take long, or wait. */
    static final int MORE_MAX = 64;

    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** Time that each request has before it is interrupted for others. */
    private static final long ENOUGH_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Logger LOG = LoggerFactory.getLogger(ClientTasks.class);
    private static final long LOOK_MILLIS = 5;
    /**
     * Time for which additional threads are kept: a long request is likely to be followed by another, and a new
     * thread starts with empty caches.
     */
    private static final long STAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long FORGET_SECONDS = 10;

    /** The request over HTTP that the thread evaluates. */
    private static final ThreadLocal<@Nullable Asked> OVER_HTTP = new ThreadLocal<>();

    private final Timeouts timeouts = new Timeouts();
    private final Evaluations evaluations;
    private final int threads;
    private final Map<Runnable, Running> running = new ConcurrentHashMap<>();
    private final AtomicBoolean looking = new AtomicBoolean();
    /** Time when all threads were last needed; used by the sampling thread. */
    private long wantedNanos;

    /** A thread that evaluates a request, and the time since when. */
    private record Running(Thread thread, long beganNanos) {
        boolean isWaiting() {
            Thread.State state = thread.getState();
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }
    }

    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "pragh-tasks");
        thread.setDaemon(true);
        return thread;
    });

    ClientTasks(DoorSettings settings) {
        super(
                settings.gremlinPool,
                settings.gremlinPool,
                0,
                TimeUnit.MILLISECONDS,
                new ArrayBlockingQueue<>(settings.maxWorkQueueSize),
                ThreadFactoryUtil.create("exec-%d"),
                ClientTasks::refuse);
        evaluations = settings.evaluations;
        threads = settings.gremlinPool;
        var unused = looks.scheduleWithFixedDelay( // its result is not used
                TextLimits::forgetUncommon, FORGET_SECONDS, FORGET_SECONDS, TimeUnit.SECONDS);
    }

    /** Enforces time-outs, until this pool has ended. */
    Timeouts timeouts() {
        return timeouts;
    }

    /**
     * Over HTTP the result of a request that has succeeded becomes its answer in a second task, which the request's
     * thread submits, or the I/O thread if that one was faster.
     */
    @Override
    public void execute(Runnable task) {
        if (task instanceof CompletableFuture.AsynchronousCompletionTask) {
            Asked evaluated = OVER_HTTP.get();
            Asked asked = evaluated == null ? Caller.asked() : evaluated;
            if (asked != null) {
                asked.succeeded(); // first: afterwards the next request may come
            }
        }
        super.execute(task);
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
        running.put(task, new Running(thread, System.nanoTime()));
        lookSoon();
    }

    /** Schedules a sample while any request runs: an idle server sleeps. */
    private void lookSoon() {
        if (!looking.get() && !looking.getAndSet(true)) { // on each request
            try {
                var unused = looks.schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException ended) {
                LOG.trace("nobody is kept waiting any more", ended);
            }
        }
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable failure) {
        running.remove(task);
    }

    @Override
    protected void terminated() {
        looks.shutdownNow();
        timeouts.shutdownNow();
    }

    private void look() {
        looking.set(false); // first: a request that begins meanwhile schedules another sample
        long now = System.nanoTime();
        int tookLong = 0;
        int wait = 0;
        for (Running each : running.values()) {
            tookLong += now - each.beganNanos >= LONG_NANOS ? 1 : 0;
            wait += each.isWaiting() ? 1 : 0;
        }
        size(threads + more(threads, running.size(), tookLong, wait, getQueue().size()), now);
        if (tookLong >= threads + MORE_MAX && !getQueue().isEmpty()) {
            running.entrySet().stream()
                    .filter(task -> now - task.getValue().beganNanos >= ENOUGH_NANOS)
                    .max(Comparator.comparingLong(task -> now - task.getValue().beganNanos))
                    .map(Map.Entry::getKey)
                    .filter(ClientTask.class::isInstance)
                    .ifPresent(longest -> ((ClientTask<?>) longest).cancel(true));
        }
        if (!running.isEmpty() || getCorePoolSize() > threads) {
            lookSoon();
        }
    }

    /**
     * The number of additional threads, given the running requests, how many of them have taken long or wait, and the
     * queued ones. While a request takes long, each queued one gets a thread, for it may take long too; and each
     * waiting request lets another one run.
     */
    static int more(int threads, int run, int tookLong, int wait, int queued) {
        int forLong = tookLong == 0 ? 0 : tookLong + queued;
        int forWaits = Math.min(wait, run + queued - threads);
        return Math.min(MORE_MAX, Math.max(forLong, forWaits));
    }

    private void size(int wanted, long now) {
        if (wanted >= getCorePoolSize()) {
            wantedNanos = now;
            setMaximumPoolSize(wanted);
            setCorePoolSize(wanted);
        } else if (now - wantedNanos >= STAY_NANOS) {
            setCorePoolSize(wanted);
            setMaximumPoolSize(wanted);
        }
    }

    private static void refuse(Runnable task, ThreadPoolExecutor pool) {
        if (task instanceof ClientTask<?> asked) {
            asked.cancel(false); // so that its connection knows that it ended
        }
        new AbortPolicy().rejectedExecution(task, pool);
    }

    private final class ClientTask<T> extends FutureTask<T> implements ChannelFutureListener {
        private final Asked asked;

        ClientTask(Asked asked, Runnable task, T result) {
            super(task, result);
            this.asked = asked;
        }

        @Override
        public void run() {
            evaluations.begin(asked);
            try {
                if (asked.isOverHttp()) {
                    runOverHttp();
                } else {
                    super.run();
                }
            } finally {
                evaluations.end();
            }
        }

        private void runOverHttp() {
            OVER_HTTP.set(asked);
            try {
                super.run();
            } finally {
                OVER_HTTP.remove();
            }
            if (!isCancelled()) { // a request that exceeds its time is cancelled, and answered
                asked.evaluated();
            }
        }

        @Override
        public void operationComplete(ChannelFuture closed) {
            cancel(true);
        }

        @Override
        protected void done() {
            Visit.of(asked.channel()).endTask();
            asked.channel().closeFuture().removeListener(this); // a connection may be long-lived and send many requests
        }
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
        Asked asked = Caller.asked();
        if (asked == null) {
            return super.newTaskFor(task, result);
        }
        Visit.of(asked.channel()).beginTask();
        ClientTask<T> own = new ClientTask<>(asked, task, result);
        asked.channel().closeFuture().addListener(own);
        return own;
    }
}
