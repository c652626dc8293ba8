package io.pragh.explore;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One node's part of a {@link StepNetwork}. One thread. */
final class StepFabric implements Fabric, Endpoint {
    private final StepNetwork network;
    private final int self;

    private @Nullable TrafficTally tally;

    StepFabric(StepNetwork network, int self) {
        this.network = network;
        this.self = self;
    }

    @Override
    public int self() {
        return self;
    }

    @Override
    public boolean atomicWithCpu() {
        return true;
    }

    @Override
    public String address() {
        return "";
    }

    @Override
    public void meet(int node, String address) {
        // all nodes of a step network know each other
    }

    @Override
    public Region region(int segmentBytes, int segmentCountMax) {
        return Region.direct(segmentBytes, segmentCountMax);
    }

    @Override
    public void expose(int partition, Region region) {
        network.expose(self, partition, region);
    }

    @Override
    public void withdraw(int partition) {
        network.expose(self, partition, null);
    }

    @Override
    public void fence(int node) {
        network.fence(self, node);
    }

    @Override
    public Endpoint open() {
        return this;
    }

    @Override
    public void send(Message message) {
        ByteBuffer payload = message.payload().asReadOnlyBuffer();
        network.send(new Message(self, message.to(), message.type(), message.client(), message.sequence(), payload));
    }

    @Override
    public void receiveWith(MessageHandler handler) {
        network.receiveWith(self, handler);
    }

    @Override
    public int deliver(int limit) {
        return 0;
    }

    @Override
    public TrafficTally tally() {
        TrafficTally made = tally;
        if (made == null) {
            made = new TrafficTally();
            tally = made;
        }
        return made;
    }

    @Override
    public void post(Batch batch) {
        network.perform(self, batch);
    }

    @Override
    public boolean poll(Batch batch) {
        return true;
    }

    @Override
    public void close() {
        network.kill(self);
    }
}
