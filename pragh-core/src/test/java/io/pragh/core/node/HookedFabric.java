package io.pragh.core.node;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * A fabric whose messages a test sees before they are sent; messages that the test rejects are lost. It also counts
 * the READs by which the upkeep looks at other nodes from time to time, which are not part of a request's cost. Any
 * thread.
 */
final class HookedFabric implements Fabric {
    private static final int SEGMENT_BYTES = 1 << 20; // as of all nodes of TransactionFixture

    private final Fabric fabric;
    private final Set<Integer> own = ConcurrentHashMap.newKeySet();
    private final LongAdder looks = new LongAdder();
    private final AtomicInteger segmentsLeft = new AtomicInteger(Integer.MAX_VALUE);
    private volatile Predicate<Message> hook = message -> true;
    private volatile IntConsumer fencing = node -> {};

    HookedFabric(Fabric fabric) {
        this.fabric = fabric;
    }

    void hook(Predicate<Message> wanted) {
        hook = wanted;
    }

    /** Does work before a node is fenced. */
    void whenFencing(IntConsumer work) {
        fencing = work;
    }

    /** Behaves as if the process had memory for only so many more segments. */
    void leaveSegments(int count) {
        segmentsLeft.set(count);
    }

    /** The number of READs by which the upkeep's thread has looked at words of other nodes' partitions. */
    long looks() {
        return looks.sum();
    }

    private final class LookingEndpoint implements Endpoint {
        private final Endpoint endpoint;

        LookingEndpoint(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public void post(Batch batch) {
            if (Thread.currentThread().getName().startsWith("pragh-upkeep")) {
                for (int op = 0; op < batch.count(); op++) {
                    if (batch.kind(op) == Batch.Kind.READ
                            && batch.offset(op) < PartitionHeader.COUNTS_OFFSET
                            && !own.contains(batch.partition(op))) {
                        looks.increment();
                    }
                }
            }
            endpoint.post(batch);
        }

        @Override
        public boolean poll(Batch batch) {
            return endpoint.poll(batch);
        }

        @Override
        public void await(Batch batch) {
            endpoint.await(batch);
        }

        @Override
        public void close() {
            endpoint.close();
        }
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
        return new Region(segmentBytes, segmentCountMax, bytes -> {
            if (segmentsLeft.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
                throw new OutOfMemoryError("a test's limit");
            }
            return ByteBuffer.allocateDirect(bytes);
        });
    }

    @Override
    public long room() {
        return Math.min(fabric.room(), (long) segmentsLeft.get() * SEGMENT_BYTES);
    }

    @Override
    public void expose(int partition, Region region) {
        own.add(partition);
        fabric.expose(partition, region);
    }

    @Override
    public void withdraw(int partition) {
        own.remove(partition);
        fabric.withdraw(partition);
    }

    @Override
    public void fence(int node) {
        fencing.accept(node);
        fabric.fence(node);
    }

    @Override
    public Endpoint open() {
        return new LookingEndpoint(fabric.open());
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
