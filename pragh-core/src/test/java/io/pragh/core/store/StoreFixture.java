package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.HoldRequest;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.testkit.LonePartition;
import io.pragh.testkit.ManualClock;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Two partitions on two nodes; node 0 runs the store under test, node 1 is played by the test or runs a store as
 * well.
 */
public final class StoreFixture {
    public static final LeasePolicy LEASE = new LeasePolicy(1_000, 100);
    public static final int HOME = 0;
    public static final int OTHER = 1;

    public final ManualClock clock = new ManualClock(5_000_000, 0);
    public final HomeMap homes = new HomeMap(2);
    public final StaticMembership membership = new StaticMembership(ClusterView.inTurn(2, 2));
    public final LocalNetwork network = new LocalNetwork();
    public final LocalFabric[] fabrics = {network.join(0), network.join(1)};
    public final Partition[] partitions = new Partition[2];
    public final StoreShare[] shares = new StoreShare[2];
    public final ValueInstaller[] installers = new ValueInstaller[2];
    /** The timestamps of commits: 1, 2, 3 … */
    public final LongSupplier commits = new AtomicLong()::incrementAndGet;
    /** The messages that node 1 has received. */
    public final Deque<Message> received = new ArrayDeque<>();

    public StoreFixture() {
        this(new MemoryLimits(512 << 10, 8 << 20, 16));
    }

    public StoreFixture(MemoryLimits limits) {
        this(limits, List.of());
    }

    public StoreFixture(List<ValueOperation> further) {
        this(new MemoryLimits(512 << 10, 8 << 20, 16), further);
    }

    private StoreFixture(MemoryLimits limits, List<ValueOperation> further) {
        List<ValueOperation> all = new ArrayList<>(ListOperations.ALL);
        all.addAll(further);
        for (int n = 0; n < 2; n++) {
            ValueOperations operations = new ValueOperations(all);
            OwnWords words = OwnWords.of(fabrics[n]);
            partitions[n] = LonePartition.create(n, homes, limits, new ReaderPins(), LEASE);
            installers[n] = new ValueInstaller(operations, words, clock);
            @Nullable Partition[] own = new Partition[2];
            own[n] = partitions[n];
            shares[n] = new StoreShare(own, operations, installers[n], words);
            fabrics[n].expose(n, partitions[n].region());
        }
    }

    public StoreNode store(int node) {
        return new StoreNode(fabrics[node], homes, commits, () -> shares[node]);
    }

    /** The claim that an owner receives for an update at its home. */
    public static Claim claim(Update update) {
        return new Claim(update.key(), 0, Claim.ANY, List.of(update));
    }

    /** A key whose home is partition 0. */
    public long key(int number) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, homes.mint(HOME, number));
    }

    public static Update append(long key, long neighbour) {
        return ListOperations.append(key, neighbour, 0);
    }

    public long slot(long key) {
        return partitions[HOME].table().findOrInsert(key);
    }

    public long word(long key) {
        return partitions[HOME].region().getLongAcquire(slot(key));
    }

    public void setWord(long key, long word) {
        partitions[HOME].region().setLongRelease(slot(key), word);
    }

    /** Gives a key a list of one entry in a partition; returns the list's address. */
    public long place(long key, int partition, long neighbour) {
        long address = installers[partition].hold(partitions[partition], claim(append(key, neighbour)), 0);
        stamp(address, key, commits.getAsLong());
        setWord(key, address);
        return address;
    }

    /** Holds a key as node 1 does when it is asked; returns the new block's address. */
    public long held(Message question) {
        long old = HoldRequest.oldAddress(question.payload());
        return installers[OTHER].hold(partitions[OTHER], HoldRequest.claim(question.payload()), old);
    }

    /** Gives the block of a held claim its version, as its home does. */
    public void stamp(long address, long key, long version) {
        int partition = ValueAddress.partition(address);
        assertTrue(installers[partition].stamp(partitions[partition], key, address, version));
    }

    public int state(long address) {
        return StateWord.state(stateWord(address));
    }

    public long stateWord(long address) {
        return partitions[ValueAddress.partition(address)]
                .region()
                .getLongAcquire(ValueAddress.offset(address) + ValueHeader.STATE_OFFSET);
    }

    public void setState(long address, long word) {
        partitions[ValueAddress.partition(address)]
                .region()
                .setLongRelease(ValueAddress.offset(address) + ValueHeader.STATE_OFFSET, word);
    }

    public long header(long address, int offset) {
        return partitions[ValueAddress.partition(address)].region().getLong(ValueAddress.offset(address) + offset);
    }

    public int bodyBytes(long address) {
        return (int) header(address, ValueHeader.BODY_BYTES_OFFSET);
    }

    /** The number of entries of the list at an address. */
    public int count(long address) {
        return (int) header(address, ValueHeader.LENGTH);
    }

    public long blocks(int partition) {
        return partitions[partition].blocks().stats().allocatedBlocks();
    }

    /** Makes node 1 only record messages. */
    public void scriptOther() {
        fabrics[OTHER].receiveWith(received::add);
    }

    /** The only message that node 1 has received since the last call; fails unless it is of this type. */
    public Message only(int type) {
        fabrics[OTHER].deliver(10);
        assertEquals(1, received.size());
        Message message = received.remove();
        assertEquals(type, message.type());
        return message;
    }

    public int arrived() {
        fabrics[OTHER].deliver(10);
        return received.size();
    }

    /** Sends a message from node 1. */
    public void send(int type, long client, long sequence, ByteBuffer payload) {
        fabrics[OTHER].send(new Message(OTHER, HOME, type, client, sequence, payload));
        fabrics[HOME].deliver(10);
    }
}
