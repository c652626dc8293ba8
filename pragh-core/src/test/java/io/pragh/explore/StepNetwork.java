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
 * Memory and messages of a few nodes, moved by hand: an operation takes effect when {@link #perform} is called, a message arrives
 * when it is delivered, in any order. What is posted through an {@link io.pragh.core.fabric.Endpoint} takes effect at once. One
 * thread.
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

    /** Everybody lives and listens to everybody. */
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

    /** {@code by} takes nothing from {@code node} any more: neither operations nor messages that are under way. */
    void fence(int by, int node) {
        fenced[by][node] = true;
    }

    /** The node is gone: nobody reaches it, and what it posts does nothing. */
    void kill(int node) {
        dead[node] = true;
    }

    void send(Message message) {
        inFlight.add(message);
    }

    /** A message arrives, or is dropped where its sender is not heard any more. */
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

    /** Forgets messages whose receiver is dead, or does not listen to the sender any more: they would be dropped whenever they arrived. */
    void forgetUnheard() {
        inFlight.removeIf(message -> handlers[message.to()] == null || !isHeard(message));
    }

    /** A node handles what it has sent to itself. */
    void handle(Message message) {
        MessageHandler handler = handlers[message.to()];
        if (handler != null) {
            handler.handle(message);
        }
    }

    /** The node that serves a partition dies: it answers nothing any more, what it has sent before is still under way. */
    void silence(int node, int partition) {
        handlers[node] = null;
        regions[partition] = null;
    }

    /** Every operation of a batch takes effect. */
    void perform(int node, Batch batch) {
        for (int op = 0; op < batch.count(); op++) {
            perform(node, batch, op);
        }
    }

    private void perform(int node, Batch batch, int op) {
        OpStatus status = status(node, batch, op);
        batch.end(op, status, status == OpStatus.OK ? effect(batch, op, 0, batch.length(op)) : 0);
    }

    /** The only operation of a batch is lost, before its effect or after it: nobody can tell. */
    void lose(int node, Batch batch, boolean afterEffect) {
        if (afterEffect) {
            perform(node, batch);
        }
        batch.end(0, OpStatus.UNREACHABLE, 0);
    }

    /** A READ moves its first bytes; the rest follows with {@link #performRest}. */
    void performHead(int node, Batch batch, int op, int bytes) {
        OpStatus status = status(node, batch, op);
        batch.end(op, status, 0);
        if (status == OpStatus.OK) {
            effect(batch, op, 0, bytes);
        }
    }

    /** The rest of a READ whose head was moved before, unless that failed. */
    void performRest(int node, Batch batch, int op, int headBytes) {
        if (batch.ok(op)) {
            OpStatus status = status(node, batch, op);
            batch.end(op, status, 0);
            if (status == OpStatus.OK) {
                effect(batch, op, headBytes, batch.length(op) - headBytes);
            }
        }
    }

    /** A READ moves all but its first bytes; those follow with {@link #performFront}. */
    void performBack(int node, Batch batch, int op, int headBytes) {
        OpStatus status = status(node, batch, op);
        batch.end(op, status, 0);
        if (status == OpStatus.OK) {
            effect(batch, op, headBytes, batch.length(op) - headBytes);
        }
    }

    /** The first bytes of a READ whose other ones were moved before, unless that failed. */
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
