package io.pragh.core.node;

import io.pragh.core.durable.CommitLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A log whose records become durable when a test says so. Any thread. */
final class HeldRecords implements CommitLog {
    private final Map<Long, CountDownLatch> held = new TreeMap<>();
    private final Map<Long, List<Runnable>> waiting = new TreeMap<>();
    private final AtomicInteger atTheDoor = new AtomicInteger();
    private volatile boolean holds;
    /** An append waits for this latch first. */
    private volatile CountDownLatch door = new CountDownLatch(0);

    private long tickets;
    private volatile long appended;

    @Override
    public boolean isKept() {
        return true;
    }

    @Override
    public long append(byte[] record) {
        atTheDoor.incrementAndGet();
        await(door);
        return take();
    }

    private synchronized long take() {
        tickets++;
        if (holds) {
            held.put(tickets, new CountDownLatch(1));
            waiting.put(tickets, new ArrayList<>());
        }
        appended = tickets;
        return tickets;
    }

    private synchronized CountDownLatch latch(long ticket) {
        return held.getOrDefault(ticket, new CountDownLatch(0));
    }

    @Override
    public void await(long ticket) {
        await(latch(ticket));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void whenDurable(long ticket, Runnable then) {
        synchronized (this) {
            if (latch(ticket).getCount() > 0) {
                waiting.get(ticket).add(then);
                return;
            }
        }
        then.run();
    }

    /** The ticket of the last record; tickets count from 1. */
    long appended() {
        return appended;
    }

    /** Makes later appends wait, before they take effect, until {@link #open}. */
    void close() {
        atTheDoor.set(0);
        door = new CountDownLatch(1);
    }

    /** Whether an append waits since the log was closed. */
    boolean isAwaited() {
        return atTheDoor.get() > 0;
    }

    void open() {
        door.countDown();
    }

    /** Records that are appended from now on do not become durable. */
    void hold() {
        holds = true;
    }

    void holdNoMore() {
        holds = false;
    }

    synchronized boolean holdsAny() {
        return !held.isEmpty();
    }

    void durable(long ticket) {
        latch(ticket).countDown();
        List<Runnable> those;
        synchronized (this) {
            those = List.copyOf(waiting.getOrDefault(ticket, List.of()));
        }
        those.forEach(Runnable::run);
    }

    void allDurable() {
        open();
        allAppendedDurable();
    }

    private synchronized void allAppendedDurable() {
        holds = false;
        List.copyOf(held.keySet()).forEach(this::durable);
    }
}
