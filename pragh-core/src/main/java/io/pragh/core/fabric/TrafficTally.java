package io.pragh.core.fabric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what a fabric is asked to do on other nodes, for each of them: operations by the {@link EndpointTally} of each endpoint, messages
 * here. Any thread.
 */
// A node has a line, found by its number: most often at the first look, since numbers are dense. It keeps it until it
// is forgotten; then the line is free for another node, which starts from what the line had counted by then. So no
// endpoint has to be told, and a thread that has looked a line up just before counts an operation under the next node
// at worst: it is never lost to the total.
public final class TrafficTally {
    /** In place of a node's number: partitions that nobody exposes, messages to numbers that no node has. */
    public static final int NOBODY = -1;
    /** In place of a node's number: nodes that found no room, when this fabric tells {@link #NODES_MAX} apart. */
    public static final int OTHERS = -2;
    /** So many nodes are told apart at a time: twice as many as a graph has partitions, and so members. */
    public static final int NODES_MAX = 2 * Fabric.PARTITIONS_MAX;

    /** Lines of all nodes that are told apart, and two before them. */
    static final int LINES = NODES_MAX + 2;

    private static final int NOBODYS_LINE = 0;
    private static final int OTHERS_LINE = 1;
    private static final int FIRST_LINE = 2;
    private static final int NEVER_USED = -1;
    private static final int FORGOTTEN = -2;

    /** Which node has a seat; its line is {@link #FIRST_LINE} further. A hash table that is probed in turn. */
    private final AtomicIntegerArray nodes = new AtomicIntegerArray(NODES_MAX);

    private final MessageCount[] messages = new MessageCount[LINES];
    /** What each line had counted when its node took it; guarded by this. */
    private final Traffic[] before = new Traffic[LINES];
    /** What closed endpoints had counted; guarded by this. */
    private final Traffic[] closed = new Traffic[LINES];
    /** Guarded by this. */
    private final List<EndpointTally> endpoints = new ArrayList<>();
    /** Of closed endpoints; guarded by this. */
    private long closedBatches;
    /** Lines from here on were never used: snapshots are short where numbers are small; guarded by this. */
    private int linesUsed = FIRST_LINE;

    private static final class MessageCount {
        final LongAdder count = new LongAdder();
        final LongAdder bytes = new LongAdder();
    }

    /** Nothing counted yet. */
    public TrafficTally() {
        for (int seat = 0; seat < NODES_MAX; seat++) {
            nodes.set(seat, NEVER_USED);
        }
        Arrays.fill(before, Traffic.NONE);
        Arrays.fill(closed, Traffic.NONE);
        Arrays.setAll(messages, line -> new MessageCount());
    }

    /** For a new endpoint. */
    public synchronized EndpointTally open() {
        EndpointTally endpoint = new EndpointTally(this);
        endpoints.add(endpoint);
        return endpoint;
    }

    /** An endpoint posts nothing any more; what it has counted stays. */
    public synchronized void close(EndpointTally endpoint) {
        if (endpoints.remove(endpoint)) {
            closedBatches += endpoint.batches();
            for (int line = 0; line < linesUsed; line++) {
                closed[line] = closed[line].plus(endpoint.traffic(line));
            }
        }
    }

    /** Counts a message to another node. */
    public void message(int to, int payloadBytes) {
        MessageCount counts = messages[line(to)];
        counts.count.increment();
        counts.bytes.add(payloadBytes);
    }

    /** The line of a node, which has one from now on if there is room. */
    int line(int node) {
        int seat = node & NODES_MAX - 1;
        return node >= 0 && nodes.getAcquire(seat) == node ? FIRST_LINE + seat : search(node);
    }

    private int search(int node) {
        if (node < 0) {
            return NOBODYS_LINE;
        }
        int seat = find(node);
        return seat >= 0 ? FIRST_LINE + seat : take(node);
    }

    /** The seat of a node, or -1. */
    private int find(int node) {
        for (int step = 0; step < NODES_MAX; step++) {
            int seat = node + step & NODES_MAX - 1;
            int holder = nodes.getAcquire(seat);
            if (holder == node) {
                return seat;
            }
            if (holder == NEVER_USED) {
                break;
            }
        }
        return -1;
    }

    private synchronized int take(int node) {
        int found = find(node);
        if (found >= 0) {
            return FIRST_LINE + found;
        }
        for (int step = 0; step < NODES_MAX; step++) {
            int seat = node + step & NODES_MAX - 1;
            if (nodes.get(seat) < 0) {
                int line = FIRST_LINE + seat;
                before[line] = counted(line);
                linesUsed = Math.max(linesUsed, line + 1);
                nodes.setRelease(seat, node);
                return line;
            }
        }
        return OTHERS_LINE;
    }

    /** All that a line has counted, for all its nodes. Called with the lock held. */
    private Traffic counted(int line) {
        MessageCount sent = messages[line];
        Traffic sum = closed[line].plus(new Traffic(0, 0, 0, 0, 0, 0, sent.count.sum(), sent.bytes.sum()));
        for (EndpointTally endpoint : endpoints) {
            sum = sum.plus(endpoint.traffic(line));
        }
        return sum;
    }

    /** Operations on other nodes and bytes since the fabric was opened, over all endpoints. */
    public synchronized FabricCounters counters() {
        Traffic sum = Traffic.NONE;
        for (int line = 0; line < linesUsed; line++) {
            sum = sum.plus(counted(line));
        }
        long batches = closedBatches;
        for (EndpointTally endpoint : endpoints) {
            batches += endpoint.batches();
        }
        return new FabricCounters(
                sum.reads(),
                sum.writes(),
                sum.cas() + sum.fetchAdds(),
                sum.oneSidedBytes(),
                batches,
                sum.messages(),
                sum.messageBytes());
    }

    /**
     * What of this was posted to each other node, by its number, since it was first posted to or forgotten; under {@link #NOBODY} what
     * found no node, under {@link #OTHERS} nodes beyond the number that is told apart. Nodes to which nothing was posted may be left
     * out. The sum, and what {@link #forget} has returned, is {@link #counters}.
     */
    public synchronized SortedMap<Integer, Traffic> traffic() {
        SortedMap<Integer, Traffic> traffic = new TreeMap<>();
        for (int seat = 0; seat < linesUsed - FIRST_LINE; seat++) {
            int node = nodes.get(seat);
            if (node >= 0) {
                traffic.put(node, sinceTaken(FIRST_LINE + seat));
            }
        }
        putUnlessNone(traffic, NOBODY, counted(NOBODYS_LINE));
        putUnlessNone(traffic, OTHERS, counted(OTHERS_LINE));
        return traffic;
    }

    private static void putUnlessNone(SortedMap<Integer, Traffic> traffic, int key, Traffic counted) {
        if (!counted.equals(Traffic.NONE)) {
            traffic.put(key, counted);
        }
    }

    private Traffic sinceTaken(int line) {
        return counted(line).since(before[line]);
    }

    /**
     * Tells a node apart no longer, which has left, so that there is room for others; returns what was posted to it. What threads
     * that post to it at this moment add may be counted under no node or another one. A node that is posted to afterwards is told
     * apart anew, from nothing. Does nothing for a node that is not known.
     */
    public synchronized Traffic forget(int node) {
        int seat = node < 0 ? -1 : find(node);
        if (seat < 0) {
            return Traffic.NONE;
        }
        nodes.set(seat, FORGOTTEN);
        return sinceTaken(FIRST_LINE + seat);
    }
}
