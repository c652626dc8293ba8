package io.pragh.core.fabric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts a fabric's operations and messages to each other node: operations by the {@link EndpointTally} of each
 * endpoint, messages here. Any thread.
 */
// A node has a line, found by its number, usually at the first probe because numbers are dense. The node keeps the
// line until it is forgotten; then the line is free for another node, whose counts start from what the line had
// counted by then. So no endpoint has to be told. A thread that looked the line up just before may count one
// operation under the next node; no operation is lost to the total.
public final class TrafficTally {
    /** In place of a node's number: partitions that no node exposes, and messages to numbers that no node has. */
    public static final int NOBODY = -1;
    /**
     * In place of a node's number: nodes for which there is no line, when this fabric counts {@link #NODES_MAX} nodes
     * separately.
     */
    public static final int OTHERS = -2;
    /**
     * The number of nodes counted separately at a time: twice the number of partitions, and so of members, at most.
     */
    public static final int NODES_MAX = 2 * Fabric.PARTITIONS_MAX;

    /** The lines of all nodes that are counted separately, and the two special lines before them. */
    static final int LINES = NODES_MAX + 2;

    private static final int NOBODYS_LINE = 0;
    private static final int OTHERS_LINE = 1;
    private static final int FIRST_LINE = 2;
    private static final int NEVER_USED = -1;
    private static final int FORGOTTEN = -2;

    /** The node at each index; its line is {@link #FIRST_LINE} further. A hash table with linear probing. */
    private final AtomicIntegerArray nodes = new AtomicIntegerArray(NODES_MAX);

    private final MessageCount[] messages = new MessageCount[LINES];
    /** The counts of each line when its present node took it; guarded by this. */
    private final Traffic[] before = new Traffic[LINES];
    /** The counts of closed endpoints; guarded by this. */
    private final Traffic[] closed = new Traffic[LINES];
    /** Guarded by this. */
    private final List<EndpointTally> endpoints = new ArrayList<>();
    /** The batches of closed endpoints; guarded by this. */
    private long closedBatches;
    /** The first line that was never used, so that snapshots are short where numbers are small; guarded by this. */
    private int linesUsed = FIRST_LINE;

    private static final class MessageCount {
        final LongAdder count = new LongAdder();
        final LongAdder bytes = new LongAdder();
    }

    /** A tally without counts. */
    public TrafficTally() {
        for (int seat = 0; seat < NODES_MAX; seat++) {
            nodes.set(seat, NEVER_USED);
        }
        Arrays.fill(before, Traffic.NONE);
        Arrays.fill(closed, Traffic.NONE);
        Arrays.setAll(messages, line -> new MessageCount());
    }

    /** The tally of a new endpoint. */
    public synchronized EndpointTally open() {
        EndpointTally endpoint = new EndpointTally(this);
        endpoints.add(endpoint);
        return endpoint;
    }

    /** Removes an endpoint that posts no more; its counts are kept. */
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

    /** The line of a node; assigns one if there is room. */
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

    /** The index of a node, or -1. */
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

    /** All counts of a line, over all nodes that have had it. Called with the lock held. */
    private Traffic counted(int line) {
        MessageCount sent = messages[line];
        Traffic sum = closed[line].plus(new Traffic(0, 0, 0, 0, 0, 0, sent.count.sum(), sent.bytes.sum()));
        for (EndpointTally endpoint : endpoints) {
            sum = sum.plus(endpoint.traffic(line));
        }
        return sum;
    }

    /** Counts of operations on other nodes and of bytes since the fabric was opened, over all endpoints. */
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
     * The same counts for each other node by its number, since it was first posted to or forgotten. {@link #NOBODY}
     * has the operations that reached no node, {@link #OTHERS} those of nodes without a line. Nodes to which nothing
     * was posted may be left out. The sum of all, with all results of {@link #forget}, equals {@link #counters}.
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
     * Frees the line of a node that has left, so that there is room for others, and returns its counts. Operations
     * that other threads post to it at this moment may be counted under no node or another one. If the node is posted
     * to afterwards, it is counted anew, from zero. Does nothing for an unknown node.
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
