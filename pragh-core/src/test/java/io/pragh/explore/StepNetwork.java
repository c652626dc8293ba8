package io.pragh.explore;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory and messages of a few nodes, moved by hand: an operation takes effect when {@link #perform} is called, and
 * messages are delivered by a call, in any order. Operations posted through an {@link io.pragh.core.fabric.Endpoint}
 * take effect at once. One thread.
 */
final class StepNetwork {
    /** Messages under way, in the order in which they were sent. */
    final List<Message> inFlight = new ArrayList<>();

    private final @Nullable Region[] regions;
    private final int[] servers;
    private final boolean[] dead;
    private final boolean[][] fenced;
    private final @Nullable MessageHandler[] handlers;

    StepNetwork(int nodes, int partitions) {
        regions = new Region[partitions];
        servers = new int[partitions];
        dead = new boolean[nodes];
        fenced = new boolean[nodes][nodes];
        handlers = new MessageHandler[nodes];
    }

    /** Makes all nodes live, and ends all fences. */
    void revive() {
        Arrays.fill(dead, false);
        for (boolean[] by : fenced) {
            Arrays.fill(by, false);
        }
    }

    void expose(int node, int partition, @Nullable Region region) {
        servers[partition] = node;
        regions[partition] = region;
    }

    void receiveWith(int node, MessageHandler handler) {
        handlers[node] = handler;
    }

    /** Makes {@code by} accept nothing from {@code node} any more: neither operations nor messages under way. */
    void fence(int by, int node) {
        fenced[by][node] = true;
    }

    /** Kills a node: its memory is unreachable, and its operations have no effect. */
    void kill(int node) {
        dead[node] = true;
    }

    void send(Message message) {
        inFlight.add(message);
    }

    /** Delivers a message, or drops it if its receiver has fenced the sender. */
    void deliver(int index) {
        Message message = inFlight.remove(index);
        MessageHandler handler = handlers[message.to()];
        if (handler != null && isHeard(message)) {
            handler.handle(message);
        }
    }

    private boolean isHeard(Message message) {
        return reaches(message.from(), message.to()) && !fenced[message.to()][message.from()];
    }

    /** Drops messages whose receiver is dead or has fenced the sender: they would be dropped at any delivery. */
    void forgetUnheard() {
        inFlight.removeIf(message -> handlers[message.to()] == null || !isHeard(message));
    }

    /** Handles a message that a node has sent to itself. */
    void handle(Message message) {
        MessageHandler handler = handlers[message.to()];
        if (handler != null) {
            handler.handle(message);
        }
    }

    /** Makes the node that serves a partition unreachable; messages that it has sent before stay under way. */
    void silence(int node, int partition) {
        handlers[node] = null;
        regions[partition] = null;
    }

    /** Lets every operation of a batch take effect. */
    void perform(int node, Batch batch) {
        for (int op = 0; op < batch.count(); op++) {
            perform(node, batch, op);
        }
    }

    private void perform(int node, Batch batch, int op) {
        OpStatus status = status(node, batch, op);
        batch.end(op, status, status == OpStatus.OK ? effect(batch, op, 0, batch.length(op)) : 0);
    }

    /** Loses the only operation of a batch, before its effect or after it: the poster cannot tell which. */
    void lose(int node, Batch batch, boolean afterEffect) {
        if (afterEffect) {
            perform(node, batch);
        }
        batch.end(0, OpStatus.UNREACHABLE, 0);
    }

    /** Moves the first bytes of a READ; the rest follows with {@link #performRest}. */
    void performHead(int node, Batch batch, int op, int bytes) {
        OpStatus status = status(node, batch, op);
        batch.end(op, status, 0);
        if (status == OpStatus.OK) {
            effect(batch, op, 0, bytes);
        }
    }

    /** Moves the rest of a READ whose first bytes were moved before, unless that failed. */
    void performRest(int node, Batch batch, int op, int headBytes) {
        if (batch.ok(op)) {
            OpStatus status = status(node, batch, op);
            batch.end(op, status, 0);
            if (status == OpStatus.OK) {
                effect(batch, op, headBytes, batch.length(op) - headBytes);
            }
        }
    }

    /** Moves all but the first bytes of a READ; those follow with {@link #performFront}. */
    void performBack(int node, Batch batch, int op, int headBytes) {
        OpStatus status = status(node, batch, op);
        batch.end(op, status, 0);
        if (status == OpStatus.OK) {
            effect(batch, op, headBytes, batch.length(op) - headBytes);
        }
    }

    /** Moves the first bytes of a READ whose other bytes were moved before, unless that failed. */
    void performFront(int node, Batch batch, int op, int headBytes) {
        if (batch.ok(op)) {
            performHead(node, batch, op, headBytes);
        }
    }

    private OpStatus status(int node, Batch batch, int op) {
        int partition = batch.partition(op);
        Region region = regions[partition];
        if (region == null || !reaches(node, servers[partition])) {
            return OpStatus.UNREACHABLE;
        }
        if (fenced[servers[partition]][node]) {
            return OpStatus.FENCED;
        }
        return region.contains(batch.offset(op), batch.length(op)) ? OpStatus.OK : OpStatus.OUT_OF_BOUNDS;
    }

    private boolean reaches(int from, int to) {
        return !dead[from] && !dead[to];
    }

    private long effect(Batch batch, int op, int from, int bytes) {
        Region remote = regions[batch.partition(op)];
        if (remote == null) {
            throw new PraghException("no such partition: partition=" + batch.partition(op));
        }
        Region local = batch.region(op);
        long offset = batch.offset(op) + from;
        switch (batch.kind(op)) {
            case READ -> {
                if (local == null) {
                    return remote.getLongAcquire(offset);
                }
                remote.copyTo(offset, local, batch.localOffset(op) + from, bytes);
            }
            case WRITE -> {
                if (local == null) {
                    remote.setLongRelease(offset, batch.operand(op));
                } else {
                    local.copyTo(batch.localOffset(op) + from, remote, offset, bytes);
                }
            }
            case CAS -> {
                return remote.compareAndExchange(offset, batch.expected(op), batch.operand(op));
            }
            case FETCH_ADD -> {
                return remote.getAndAdd(offset, batch.operand(op));
            }
        }
        return 0;
    }
}
