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
 * Writes the log, on a thread of its own: whatever has come while the last batch was being written is the next one, with those that are {@linkplain
 * Company waited for} a moment, so one sync serves many commits. Any thread.
 */
/*
 * What a loss of power leaves at each step of a batch, and why that is enough:
 *
 *   GATHER   nothing of it: nobody was told anything.
 *   APPEND   any part of it: its check tells a part from the whole, and no batch is written behind one that is not synced.
 *   SYNC     as APPEND, or all of it: nobody was told anything, so it may be there or not.
 *   TELL     all of it.
 *   ROTATE   the next segment without its name, without its head, or empty: it is taken away when the log is opened.
 */
public final class LogWriter implements CommitLog, AutoCloseable {
    /** From so many bytes on that are to be written whoever appends waits. */
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
    /** Who waits for what, in the order of tickets. */
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

    private Disk.@Nullable File segment;
    private long segmentFrom;
    private final AtomicLong end = new AtomicLong();

    private ByteBuffer gathered = LogBatch.buffer(BUFFER_FIRST);
    private ByteBuffer writing = LogBatch.buffer(BUFFER_FIRST);
    private int gatheredCount;
    private int writingCount;
    private long syncNanos;
    /** How many records the writer waits for. */
    private int wanted = NOBODY;

    private long appended;
    private long writingTicket;
    private volatile long durable;
    /** Whether somebody waits for the log to go on in a new segment, and whether the batch that is being written is the last before it. */
    private boolean segmentWanted;

    private boolean segmentEnds;
    /** Opened when what was gathered, or is being written, is durable: each wakes only those who wait for it. */
    private CountDownLatch gatheredDurable = new CountDownLatch(1);

    private CountDownLatch writingDurable = new CountDownLatch(1);
    private boolean closing;
    /** Whether it fails: {@link #failure} says so a moment later. */
    private boolean failing;

    private volatile @Nullable Throwable failure;

    private record Waiter(long ticket, Runnable then) {}

    /**
     * A log that takes nothing before it is {@linkplain #open open}.
     *
     * @param segmentBytes from so many bytes on a segment is followed by another
     * @param whenFailed is told once when the log cannot be written any more
     */
    LogWriter(Disk disk, LongSupplier graph, long segmentBytes, Consumer<Throwable> whenFailed) {
        this(disk, graph, segmentBytes, whenFailed, new Company());
    }

    /** The same; {@code company} says what it waits for, which is the log's own then. */
    LogWriter(Disk disk, LongSupplier graph, long segmentBytes, Consumer<Throwable> whenFailed, Company company) {
        this.company = company;
        this.disk = disk;
        this.graph = graph;
        this.segmentBytes = segmentBytes;
        this.whenFailed = whenFailed;
        this.thread = new Thread(this::run, "pragh-log");
        thread.setDaemon(true);
    }

    /** Goes on behind the end of what is there, which {@link LogReader#read} has found: what was cut off there by a crash goes. */
    public synchronized void open(long at) throws IOException {
        new LogReader(disk, graph.getAsLong()).endAt(at);
        end.set(at);
        segmentFrom = at;
        segment = begin(at);
        thread.start();
    }

    /** Begins a segment; its name and its head last when this returns. */
    private Disk.File begin(long position) throws IOException {
        Disk.File file = disk.create(LogSegment.name(position));
        boolean done = false;
        try {
            file.append(LogSegment.head(position, graph.getAsLong()).position(0).limit(LogSegment.HEAD_BYTES));
            file.sync();
            disk.syncNames();
            done = true;
            return file;
        } finally {
            if (!done) {
                file.close();
            }
        }
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
                interrupted = true; // nobody knows how the commit ends before this is known
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
     * Lets a new segment begin, unless the present one is empty: what is appended before this is called lies in segments that end before
     * it. Returns when it has begun. Cost: two syncs.
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

    /** Where the next record comes to lie, or before: records that are appended from now on are not before it. */
    public long end() {
        return end.get();
    }

    /** Records that were appended and are not durable yet. */
    public synchronized long waiting() {
        return appended - durable;
    }

    /** What it has counted. */
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

    /** Waits until there is something to do; false when there is no more. */
    private synchronized boolean isWanted() {
        while (gatheredCount == 0 && !segmentWanted && !closing) {
            try {
                wait();
            } catch (InterruptedException nobodys) {
                // nobody interrupts this thread; a log does not stop before it is closed
            }
        }
        return gatheredCount > 0 || segmentWanted;
    }

    /** Waits a while for the records that are expected beside those that are there. */
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
        notifyAll(); // there is room
    }

    private void write() throws IOException {
        if (writingCount > 0) {
            writeBatch();
        }
        long next = end.get();
        if (next - segmentFrom >= segmentBytes || segmentEnds && next > segmentFrom) {
            Objects.requireNonNull(segment).close();
            segment = begin(next);
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

    // Whoever needs to know first: a commit that hears of it must not find a node that serves still.
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

    /** What lies in memory is not what the log comes to: nothing is committed any more. */
    public void fail(Throwable why) {
        failed(why);
    }

    /** Why nothing can be written any more, or null. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Writes what was appended, and ends. */
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
