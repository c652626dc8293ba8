package io.pragh.core.fabric.local;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** One node of a {@link LocalNetwork}: the reference implementation of a fabric. Any thread. */
public final class LocalFabric implements Fabric {
    private final LocalNetwork network;
    private final int self;
    private final LatencyModel latency;
    private final boolean instant;
    private final Clock clock;
    private final Memory memory;
    private final Inbox inbox = new Inbox(LocalNetwork.INBOX_MESSAGES_MAX);
    private final List<LocalEndpoint> endpoints = new CopyOnWriteArrayList<>();
    private final TrafficTally tally = new TrafficTally();
    private final LongAdder messagesLost = new LongAdder();
    private final AtomicReference<@Nullable MessageHandler> handler = new AtomicReference<>();
    private volatile View view;

    /** Makes regions. */
    @FunctionalInterface
    public interface Memory {
        /** {@link Fabric#region}. */
        Region region(int segmentBytes, int segmentCountMax);
    }

    LocalFabric(LocalNetwork network, int self, LatencyModel latency, Clock clock, Memory memory, View view) {
        this.network = network;
        this.self = self;
        this.latency = latency;
        this.instant = latency.equals(LatencyModel.NONE);
        this.clock = clock;
        this.memory = memory;
        this.view = view;
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
        // A node that joins a network knows all others.
    }

    @Override
    public Region region(int segmentBytes, int segmentCountMax) {
        return memory.region(segmentBytes, segmentCountMax);
    }

    @Override
    public void expose(int partition, Region region) {
        network.expose(self, partition, region);
    }

    @Override
    public void withdraw(int partition) {
        network.withdraw(self, partition);
    }

    @Override
    public void fence(int node) {
        network.fence(self, node);
    }

    @Override
    public Endpoint open() {
        LocalEndpoint endpoint = new LocalEndpoint(this, latency, clock);
        endpoints.add(endpoint);
        return endpoint;
    }

    @Override
    public void send(Message message) {
        Message sent = message.sentBy(self);
        int bytes = sent.payload().remaining();
        boolean remote = sent.to() != self;
        if (remote) {
            tally.message(sent.to(), bytes);
        }
        LocalFabric receiver = view.receivers().get(sent.to());
        if (receiver != null) {
            receiver.receive(sent, instant ? 0 : clock.nanos() + (remote ? latency.messageNanos(bytes) : 0));
        }
    }

    private void receive(Message message, long dueNanos) {
        if (!inbox.add(message, dueNanos)) {
            messagesLost.increment();
        }
    }

    @Override
    public void receiveWith(MessageHandler newHandler) {
        if (!handler.compareAndSet(null, newHandler)) {
            throw new PraghException("the handler of messages is set once: node=" + self);
        }
    }

    @Override
    public int deliver(int limit) {
        MessageHandler receiver = handler.get();
        if (receiver == null) {
            return 0;
        }
        int delivered = 0;
        while (delivered < limit && view.present()) {
            Message message = inbox.take(instant ? 0 : clock.nanos());
            if (message == null) {
                break;
            }
            if (!view.refused().contains(message.from())) {
                delivered++;
                receiver.handle(message);
            }
        }
        return delivered;
    }

    @Override
    public TrafficTally tally() {
        return tally;
    }

    /** Messages to this node that were lost because its inbox was full. */
    public long messagesLost() {
        return messagesLost.sum();
    }

    @Override
    public void close() {
        network.leave(self);
    }

    View view() {
        return view;
    }

    void view(View now) {
        view = now;
    }

    /** Returns once every batch that this node's endpoints execute at the time of the call is done. */
    void awaitIdle() {
        for (LocalEndpoint endpoint : endpoints) {
            endpoint.ledger().awaitIdle();
        }
    }

    void closed(LocalEndpoint endpoint) {
        endpoints.remove(endpoint);
    }
}
