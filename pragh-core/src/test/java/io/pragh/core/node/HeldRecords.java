package io.pragh.core.node;

import io.pragh.core.durable.CommitLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** A log whose records are durable when a test says so. Any thread. */
final class HeldRecords implements CommitLog {
    private final Map<Long, CountDownLatch> held = new TreeMap<>();
    private final Map<Long, List<Runnable>> waiting = new TreeMap<>();
    private volatile boolean holds;
    private long tickets;
    private volatile long appended;

    @Override
    public boolean isKept() {
        return true;
    }

    @Override
    public synchronized long append(byte[] record) {
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
        try {
            latch(ticket).await();
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

    /** Tickets count from 1. */
    long appended() {
        return appended;
    }

    /** What is appended from now on is held. */
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

    synchronized void allDurable() {
        holds = false;
        List.copyOf(held.keySet()).forEach(this::durable);
    }
}
