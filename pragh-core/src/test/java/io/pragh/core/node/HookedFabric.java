package io.pragh.core.node;

import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import java.util.function.Predicate;

/** A fabric whose messages a test sees before they are sent; those that it does not want sent are lost. Any thread. */
final class HookedFabric implements Fabric {
    private final Fabric fabric;
    private volatile Predicate<Message> hook = message -> true;

    HookedFabric(Fabric fabric) {
        this.fabric = fabric;
    }

    void hook(Predicate<Message> wanted) {
        hook = wanted;
    }

    @Override
    public int self() {
        return fabric.self();
    }

    @Override
    public boolean atomicWithCpu() {
        return fabric.atomicWithCpu();
    }

    @Override
    public String address() {
        return fabric.address();
    }

    @Override
    public void meet(int node, String address) {
        fabric.meet(node, address);
    }

    @Override
    public Region region(int segmentBytes, int segmentCountMax) {
        return fabric.region(segmentBytes, segmentCountMax);
    }

    @Override
    public void expose(int partition, Region region) {
        fabric.expose(partition, region);
    }

    @Override
    public void withdraw(int partition) {
        fabric.withdraw(partition);
    }

    @Override
    public void fence(int node) {
        fabric.fence(node);
    }

    @Override
    public Endpoint open() {
        return fabric.open();
    }

    @Override
    public void send(Message message) {
        if (hook.test(message)) {
            fabric.send(message);
        }
    }

    @Override
    public void receiveWith(MessageHandler handler) {
        fabric.receiveWith(handler);
    }

    @Override
    public int deliver(int limit) {
        return fabric.deliver(limit);
    }

    @Override
    public TrafficTally tally() {
        return fabric.tally();
    }

    @Override
    public void close() {
        fabric.close();
    }
}
