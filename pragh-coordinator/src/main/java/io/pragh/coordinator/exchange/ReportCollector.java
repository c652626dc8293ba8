package io.pragh.coordinator.exchange;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.AccessReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Queues arriving reports for the planner, in order, each once; when there are too many, the oldest are dropped. Any
 * thread offers, one takes.
 */
public final class ReportCollector {
    /** Bound on the entries of all queued reports, about 100 MB; a single report is always accepted. */
    static final int ENTRIES_MAX = 1 << 21;

    private static final double NANOS_PER_SECOND = 1e9;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition urgentArrived = lock.newCondition();
    private final ArrayDeque<AccessReport> waiting = new ArrayDeque<>();
    private final Map<Integer, Long> lastSequence = new HashMap<>();
    private final int urgentPerSecond;
    private int entriesWaiting;
    private boolean urgent;
    private long collected;
    private long dropped;

    /** An empty collector; a report is urgent when it names a value that is read remotely so many times a second. */
    public ReportCollector(int urgentPerSecond) {
        if (urgentPerSecond < 1) {
            throw new PraghException("a rate must be positive: urgentPerSecond=" + urgentPerSecond);
        }
        this.urgentPerSecond = urgentPerSecond;
    }

    /** Adds a report, unless it or a later one of the node was offered before. */
    public void offer(AccessReport report) {
        lock.lock();
        try {
            Long last = lastSequence.get(report.node());
            if (last != null && report.sequence() <= last) {
                dropped++;
                return;
            }
            lastSequence.put(report.node(), report.sequence());
            entriesWaiting += report.entries().size();
            while (entriesWaiting > ENTRIES_MAX && !waiting.isEmpty()) {
                entriesWaiting -= waiting.removeFirst().entries().size();
                dropped++;
            }
            waiting.addLast(report);
            collected++;
            if (isUrgent(report)) {
                urgent = true;
                urgentArrived.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits at most so long for an urgent report; true when there is one. */
    public boolean awaitUrgent(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (!urgent && left > 0) {
                left = urgentArrived.awaitNanos(left);
            }
            return urgent;
        } finally {
            lock.unlock();
        }
    }

    /** The reports that have arrived since the last call, oldest first. */
    public List<AccessReport> take() {
        lock.lock();
        try {
            List<AccessReport> reports = new ArrayList<>(waiting);
            waiting.clear();
            entriesWaiting = 0;
            urgent = false;
            return reports;
        } finally {
            lock.unlock();
        }
    }

    /** Number of reports accepted. */
    public long collected() {
        lock.lock();
        try {
            return collected;
        } finally {
            lock.unlock();
        }
    }

    /** Number of reports dropped because they were repeated, late or too many. */
    public long dropped() {
        lock.lock();
        try {
            return dropped;
        } finally {
            lock.unlock();
        }
    }

    private boolean isUrgent(AccessReport report) {
        double reads = urgentPerSecond * (report.intervalNanos() / NANOS_PER_SECOND);
        for (AccessReport.Entry entry : report.entries()) {
            if (!entry.local() && entry.reads() >= reads) {
                return true;
            }
        }
        return false;
    }
}
