package io.pragh.testkit;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Any fabric, with faults: operations and messages are lost, late, out of order and torn as a {@link FaultPlan} says,
 * links are cut, and the node crashes at any step. All chance comes from the plan's seed, the node's number and the
 * order in which endpoints are opened; nothing happens on a thread of its own. Any thread, as {@link Fabric}.
 *
 * <p>A crashed node has no more effects: its operations end UNREACHABLE without effect, its messages vanish, it
 * receives no message, and its partitions are unreachable until a substitute exposes them. Messages that it had sent
 * before may still arrive.
 */
public final class FaultyFabric implements Fabric {
    private final Fabric inner;
    private final FaultyNetwork network;
    private final FaultPlan plan;
    private final SplittableRandom seeds;
    private final DelayedMessages arrived;
    private final AtomicReference<@Nullable MessageHandler> handler = new AtomicReference<>();
    private final AtomicLong steps = new AtomicLong();
    private final AtomicInteger sent = new AtomicInteger();
    private volatile long stepsUntilCrash = Long.MAX_VALUE;
    private volatile boolean crashed;
    private volatile boolean closed;
    /** All that was posted and sent, with or without success. */
    private final TrafficTally tally = new TrafficTally();

    /** Puts faults around a single node, whose network is not faulty itself. */
    public FaultyFabric(Fabric inner, FaultPlan plan) {
        this(inner, new FaultyNetwork(plan));
    }

    FaultyFabric(Fabric inner, FaultyNetwork network) {
        this.inner = inner;
        this.network = network;
        this.plan = network.plan();
        this.seeds = new SplittableRandom(plan.seed() * 31 + inner.self());
        this.arrived = new DelayedMessages(plan.messages(), seeds.split());
    }

    /** Crashes the node now. */
    public void crash() {
        crashed = true;
    }

    /** Crashes the node after so many more {@link #steps}; with 0 at once. */
    public void crashAfter(long moreSteps) {
        stepsUntilCrash = steps.get() + moreSteps;
        crashed |= moreSteps == 0;
    }

    /** Whether the node has crashed. */
    public boolean crashed() {
        return crashed;
    }

    /**
     * The number of operations, loopback included, that this node's endpoints have put into effect: the steps at
     * which it can crash.
     */
    public long steps() {
        return steps.get();
    }

    /** Makes the next step, unless the node has crashed; the last step before a crash is made. */
    boolean step() {
        if (crashed) {
            return false;
        }
        long step = steps.incrementAndGet();
        if (step >= stepsUntilCrash) {
            crashed = true;
        }
        return step <= stepsUntilCrash;
    }

    @Override
    public int self() {
        return inner.self();
    }

    @Override
    public boolean atomicWithCpu() {
        return inner.atomicWithCpu();
    }

    @Override
    public String address() {
        return inner.address();
    }

    @Override
    public void meet(int node, String address) {
        inner.meet(node, address);
    }

    @Override
    public Region region(int segmentBytes, int segmentCountMax) {
        return inner.region(segmentBytes, segmentCountMax);
    }

    @Override
    public void expose(int partition, Region region) {
        if (!crashed) {
            inner.expose(partition, region);
            network.exposed(partition, self());
        }
    }

    @Override
    public void withdraw(int partition) {
        if (!crashed) {
            inner.withdraw(partition);
        }
    }

    @Override
    public void fence(int node) {
        if (!crashed) {
            inner.fence(node);
            arrived.refuse(node);
        }
    }

    @Override
    public synchronized Endpoint open() {
        return new FaultyEndpoint(this, inner.open(), seeds.split());
    }

    @Override
    public void send(Message message) {
        boolean remote = message.to() != self() && message.from() == self();
        if (crashed) {
            return;
        }
        if (remote) {
            tally.message(message.to(), message.payload().remaining());
        }
        if (!remote || !lost(message)) {
            inner.send(message);
        }
    }

    private boolean lost(Message message) {
        if (!network.reachesNode(self(), message.to())) {
            return true;
        }
        long fate = plan.seed() + 1_000_003L * sent.getAndIncrement() + self();
        return new SplittableRandom(fate).nextDouble() < plan.messages().drop();
    }

    @Override
    public void receiveWith(MessageHandler newHandler) {
        inner.receiveWith(arrived::add);
        handler.set(newHandler);
    }

    @Override
    public int deliver(int limit) {
        MessageHandler receiver = handler.get();
        if (receiver == null || crashed || closed || limit <= 0) {
            return 0;
        }
        arrived.nextRound();
        inner.deliver(limit);
        int delivered = 0;
        while (delivered < limit && !crashed) {
            Message message = arrived.take();
            if (message == null) {
                break;
            }
            delivered++;
            receiver.handle(message);
        }
        return delivered;
    }

    @Override
    public TrafficTally tally() {
        return tally;
    }

    @Override
    public void close() {
        closed = true;
        inner.close();
    }

    FaultPlan plan() {
        return plan;
    }

    boolean isRemote(Batch batch, int op) {
        return owner(batch, op) != self();
    }

    /** The node that exposes an operation's partition, or {@link TrafficTally#NOBODY}. */
    int owner(Batch batch, int op) {
        return network.owner(batch.partition(op));
    }

    boolean reaches(Batch batch, int op) {
        return network.reachesPartition(self(), batch.partition(op));
    }

    @Override
    public String toString() {
        return "FaultyFabric[node=" + self() + " steps=" + steps + " crashed=" + crashed + " " + plan + "]";
    }
}
