package io.pragh.core.durable;

import io.pragh.core.base.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the log on a thread of its own. All records that arrive while a batch is being written form the next one,
 * with those that are {@linkplain Company waited for} a moment, so that one sync serves many commits. Any thread.
 */
/*
 * The effect of a loss of power at each step of a batch, and why it is harmless:
 *
 *   GATHER   nothing of the batch remains: no record was acknowledged.
 *   APPEND   any part of it may remain: its check tells a part from the whole, and no batch is written behind one
 *            that is not synced.
 *   SYNC     as in APPEND, or all of it remains: no record was acknowledged, so both are correct.
 *   TELL     all of it remains.
 *   ROTATE   the next segment without its name, without its head, or empty: it is removed when the log is opened.
 */
public final class LogWriter implements CommitLog, AutoCloseable {
    /** When this many bytes are waiting to be written, a thread that appends waits. */
    private static final int GATHERED_MAX = 16 << 20;

    private static final int BUFFER_FIRST = 1 << 16;
    private static final int NOBODY = -1;
    private static final CountDownLatch OVER = new CountDownLatch(0);

    private final Disk disk;
    private final LongSupplier graph;
    private final long segmentBytes;
    private final Consumer<Throwable> whenFailed;
    private final LogCounters counters = new LogCounters();
    private final Company company;
    private final Thread thread;
    /** Callbacks that wait for records, in the order of tickets. */
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

    private Disk.@Nullable File segment;
    private long segmentFrom;
    private final AtomicLong end = new AtomicLong();

    private ByteBuffer gathered = LogBatch.buffer(BUFFER_FIRST);
    private ByteBuffer writing = LogBatch.buffer(BUFFER_FIRST);
    private int gatheredCount;
    private int writingCount;
    private long syncNanos;
    /** The number of records that the writer waits for. */
    private int wanted = NOBODY;

    private long appended;
    private long writingTicket;
    private volatile long durable;
    /**
     * Whether a thread waits for a new segment, and whether the batch that is being written is the last one before
     * it.
     */
    private boolean segmentWanted;

    private boolean segmentEnds;
    /**
     * Latches for the gathered records and for those being written, opened when these are durable: each wakes only
     * the threads that wait for it.
     */
    private CountDownLatch gatheredDurable = new CountDownLatch(1);

    private CountDownLatch writingDurable = new CountDownLatch(1);
    private boolean closing;
    /** Whether the log is about to fail: {@link #failure} says so a moment later. */
    private boolean failing;

    private volatile @Nullable Throwable failure;

    private record Waiter(long ticket, Runnable then) {}

    /**
     * A log that accepts records when it is {@linkplain #open open}.
     *
     * @param segmentBytes size at which a segment is followed by another
     * @param whenFailed is told once when the log cannot be written any more
     */
    LogWriter(Disk disk, LongSupplier graph, long segmentBytes, Consumer<Throwable> whenFailed) {
        this(disk, graph, segmentBytes, whenFailed, new Company());
    }

    /**
     * The same with a given {@code company}, which decides how long the writer waits and belongs to the log from now
     * on.
     */
    LogWriter(Disk disk, LongSupplier graph, long segmentBytes, Consumer<Throwable> whenFailed, Company company) {
        this.company = company;
        this.disk = disk;
        this.graph = graph;
        this.segmentBytes = segmentBytes;
        this.whenFailed = whenFailed;
        this.thread = new Thread(this::run, "pragh-log");
        thread.setDaemon(true);
    }

    /** Continues behind the end that {@link LogReader#read} has found: a batch that a crash cut off is removed. */
    public synchronized void open(long at) throws IOException {
        new LogReader(disk, graph.getAsLong()).endAt(at);
        end.set(at);
        segmentFrom = at;
        segment = LogSegment.begin(disk, at, graph.getAsLong());
        thread.start();
    }

    @Override
    public boolean isKept() {
        return true;
    }

    @Override
    public synchronized long append(byte[] record) {
        boolean interrupted = false;
        while (LogBatch.HEAD_BYTES < gathered.position()
                && gathered.position() + record.length > GATHERED_MAX
                && failure == null
                && !closing) {
            try {
                wait();
            } catch (InterruptedException later) {
                interrupted = true; // a commit that holds keys cannot stop here
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        checkOpen();
        if (gatheredCount == 0) {
            gathered.clear().position(LogBatch.HEAD_BYTES);
        }
        gathered = room(gathered, Integer.BYTES + record.length + Long.BYTES);
        gathered.putInt(record.length).put(record);
        gatheredCount++;
        if (gatheredCount == 1) {
            notifyAll(); // the writer may sleep
        }
        if (gatheredCount == wanted) {
            LockSupport.unpark(thread);
        }
        return ++appended;
    }

    private static ByteBuffer room(ByteBuffer buffer, int bytes) {
        if (buffer.remaining() >= bytes) {
            return buffer;
        }
        int needed = Math.addExact(buffer.position(), bytes);
        ByteBuffer larger = LogBatch.buffer(Math.max(needed, (int) Math.min(2L * buffer.capacity(), GATHERED_MAX)));
        return larger.put(buffer.flip());
    }

    private void checkOpen() {
        Throwable broken = failure;
        if (broken != null || closing || segment == null) {
            throw new LogFailedException(disk, broken == null ? new IOException("the log is not open") : broken);
        }
    }

    @Override
    public void await(long ticket) {
        boolean interrupted = false;
        while (durable < ticket && failure == null) {
            try {
                batchOf(ticket).await();
            } catch (InterruptedException later) {
                interrupted = true; // the outcome of the commit is unknown before this
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (durable < ticket) {
            throw new LogFailedException(disk, failure);
        }
    }

    private synchronized CountDownLatch batchOf(long ticket) {
        return ticket <= durable ? OVER : ticket <= writingTicket ? writingDurable : gatheredDurable;
    }

    @Override
    public void whenDurable(long ticket, Runnable then) {
        synchronized (this) {
            if (durable < ticket) {
                waiters.add(new Waiter(ticket, then));
                return;
            }
        }
        then.run();
    }

    /**
     * Makes a new segment begin, unless the present one is empty: records that were appended before this call lie in
     * segments that end before it. Returns when the segment has begun. Costs two syncs.
     *
     * @throws LogFailedException when it cannot be written
     */
    public void beginSegment() {
        boolean interrupted = false;
        synchronized (this) {
            checkOpen();
            segmentWanted = true;
            notifyAll();
            LockSupport.unpark(thread);
            while (segmentWanted && failure == null) {
                try {
                    wait();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw new LogFailedException(disk, failure);
        }
    }

    /** A position that is not behind the next record: records that are appended from now on lie at or behind it. */
    public long end() {
        return end.get();
    }

    /** The number of appended records that are not durable yet. */
    public synchronized long waiting() {
        return appended - durable;
    }

    /** The counters of this log. */
    public LogCounters counters() {
        return counters;
    }

    private void run() {
        try {
            while (isWanted()) {
                awaitCompany();
                gather();
                write();
                tell();
            }
        } catch (IOException | RuntimeException | Error broken) {
            failed(broken);
        }
    }

    /** Waits until there is work; false when the log is closed and no work is left. */
    private synchronized boolean isWanted() {
        while (gatheredCount == 0 && !segmentWanted && !closing) {
            try {
                wait();
            } catch (InterruptedException nobodys) {
                // No thread interrupts this one, and a log does not stop before it is closed.
            }
        }
        return gatheredCount > 0 || segmentWanted;
    }

    /** Waits a while for the expected records. */
    private void awaitCompany() {
        int before;
        synchronized (this) {
            before = gatheredCount;
            if (before == 0 || before >= company.expected() || segmentWanted || closing) {
                return;
            }
            wanted = company.expected();
        }
        long left = company.nanos();
        for (long until = Clock.SYSTEM.nanos() + left; left > 0 && isAwaited(); left = until - Clock.SYSTEM.nanos()) {
            LockSupport.parkNanos(this, left);
        }
        synchronized (this) {
            wanted = NOBODY;
            company.waited(gatheredCount > before);
        }
    }

    private synchronized boolean isAwaited() {
        return gatheredCount < wanted && !segmentWanted && !closing;
    }

    private synchronized void gather() {
        ByteBuffer next = gathered;
        gathered = writing.capacity() > GATHERED_MAX ? LogBatch.buffer(BUFFER_FIRST) : writing;
        writing = next;
        writingCount = gatheredCount;
        writingTicket = appended;
        writingDurable = gatheredDurable;
        gatheredDurable = new CountDownLatch(1);
        gatheredCount = 0;
        gathered.clear().position(LogBatch.HEAD_BYTES);
        segmentEnds = segmentWanted;
        notifyAll(); // there is room again
    }

    private void write() throws IOException {
        if (writingCount > 0) {
            writeBatch();
        }
        long next = end.get();
        if (next - segmentFrom >= segmentBytes || segmentEnds && next > segmentFrom) {
            Objects.requireNonNull(segment).close();
            segment = LogSegment.begin(disk, next, graph.getAsLong());
            segmentFrom = next;
        }
    }

    private void writeBatch() throws IOException {
        int recordBytes = writing.position() - LogBatch.HEAD_BYTES;
        LogBatch.seal(writing, recordBytes, writingCount, end.get());
        long bytes = writing.remaining();
        long began = counters.begin();
        Disk.File file = Objects.requireNonNull(segment);
        file.append(writing);
        file.sync();
        syncNanos = counters.written(writingCount, bytes, began);
        end.addAndGet(bytes);
    }

    private void tell() {
        Waiter next;
        synchronized (this) {
            durable = writingTicket;
            writingDurable.countDown();
            if (writingCount > 0) {
                company.written(writingCount, syncNanos, gatheredCount);
            }
            if (segmentEnds) {
                segmentWanted = false;
                notifyAll();
            }
        }
        while ((next = due()) != null) {
            next.then.run();
        }
    }

    private synchronized @Nullable Waiter due() {
        Waiter first = waiters.peek();
        return first != null && first.ticket <= durable ? waiters.poll() : null;
    }

    // The callback comes first: a commit that learns of the failure must find that the node has stopped serving.
    private void failed(Throwable broken) {
        synchronized (this) {
            if (failing) {
                return;
            }
            failing = true;
        }
        whenFailed.accept(broken);
        synchronized (this) {
            failure = broken;
            writingDurable.countDown();
            gatheredDurable.countDown();
            notifyAll();
        }
    }

    /** Ends all commits, because the state in memory differs from that in the log. */
    public void fail(Throwable why) {
        failed(why);
    }

    /** The reason why nothing can be written any more, or null. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Writes the appended records, and ends. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            closing = true;
            notifyAll();
            LockSupport.unpark(thread);
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Disk.File file = segment;
        if (file != null) {
            file.close();
        }
    }
}
