package io.pragh.core.access;

import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.testkit.LonePartition;
import io.pragh.testkit.ManualClock;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Two nodes with one partition each; the reader is on node 1. A value's body is its mark, repeated. */
final class ReaderFixture {
    static final LeasePolicy LEASE = new LeasePolicy(1_000_000, 1_000);
    static final int REMOTE = 0;
    static final int OWN = 1;
    static final String ABSENT = "absent";

    final ManualClock clock;
    final LocalNetwork network = new LocalNetwork();
    final HomeMap homes = new HomeMap(2);
    final Partition[] partitions = new Partition[2];
    final ReaderPins pins = new ReaderPins();
    final VersionReader reader;
    final LocationCache cache = new LocationCache(1 << 20, LEASE);
    final LocalFabric fabric;
    final CountedEndpoint endpoint;
    int waited;
    Runnable whileWaiting = () -> {};

    ReaderFixture() {
        this(ReadOptions.DEFAULT, new ManualClock());
    }

    ReaderFixture(ReadOptions options, ManualClock clock) {
        this.clock = clock;
        LocalFabric[] fabrics = {network.join(0), network.join(1)};
        this.fabric = fabrics[1];
        for (int id = 0; id < 2; id++) {
            partitions[id] = LonePartition.create(id, homes, new MemoryLimits(4 << 20, 64 << 20, 16), pins, LEASE);
            fabrics[id].expose(id, partitions[id].region());
        }
        @Nullable Region[] regions = {null, partitions[OWN].region()};
        @Nullable KeyTable[] tables = {null, partitions[OWN].table()};
        LocalShare share = new LocalShare(regions, tables, new boolean[regions.length]);
        ReaderContext context =
                new ReaderContext(homes, () -> share, cache, LEASE, clock, clock, AccessRecorder.NONE, options, null);
        endpoint = new CountedEndpoint(fabric.open());
        reader = new VersionReader(context, endpoint, pins, () -> {
            waited++;
            whileWaiting.run();
        });
    }

    long key(int home, long number) {
        return GraphKey.of(GraphKey.KIND_PLAIN, GraphKey.OUT, 1, homes.mint(home, number));
    }

    void setWord(long key, long word) {
        Partition home = partitions[homes.home(key)];
        home.region().setLongRelease(home.table().findOrInsert(key), word);
    }

    /** Places a live value in a partition, and the slot that points to it. */
    long place(long key, int partition, int bodyBytes, int mark) {
        Partition at = partitions[partition];
        int sizeClass = SizeClass.of(ValueHeader.LENGTH + bodyBytes);
        long block = at.blocks().allocate(sizeClass);
        long address = ValueAddress.of(partition, sizeClass, mark, block);
        ValueHeader.write(at.region(), address, key, StateWord.live(key, address), 1, 0, bodyBytes);
        byte[] body = new byte[bodyBytes];
        Arrays.fill(body, (byte) mark);
        at.region().put(block + ValueHeader.LENGTH, body, 0, bodyBytes);
        setWord(key, address);
        return address;
    }

    void setState(long address, long word) {
        partitions[ValueAddress.partition(address)]
                .region()
                .setLongRelease(ValueAddress.offset(address) + ValueHeader.STATE_OFFSET, word);
    }

    Map<Integer, String> read(long... keys) {
        return read(keys, 0, keys.length, Integer.MAX_VALUE);
    }

    /** What the visitor received, by index: {@code "length x mark"}, or {@link #ABSENT}. */
    Map<Integer, String> read(long[] keys, int from, int count, int bodyBytesMax) {
        Map<Integer, String> seen = new TreeMap<>();
        reader.read(keys, from, count, bodyBytesMax, new ValueVisitor() {
            @Override
            public void value(int index, Region region, long body, int bodyBytes) {
                byte[] bytes = new byte[Math.min(bodyBytesMax, bodyBytes)];
                region.get(body, bytes, 0, bytes.length);
                boolean even = true;
                for (byte each : bytes) {
                    even &= each == bytes[0];
                }
                String mark = bytes.length == 0 ? "" : Integer.toString(bytes[0]);
                put(index, bodyBytes + "x" + (even ? mark : "torn"));
            }

            @Override
            public void absent(int index) {
                put(index, ABSENT);
            }

            private void put(int index, String what) {
                String twice = seen.put(index, what);
                if (twice != null) {
                    throw new AssertionError("answered twice: index=" + index);
                }
            }
        });
        return seen;
    }

    /** The counters as one line: keys local and remote, cache hits and misses, values local and remote, retries. */
    String counters() {
        ReadCounters c = reader.counters();
        return "keys " + c.keysLocal + "+" + c.keysRemote + " cache " + c.cacheHits + "+" + c.cacheMisses + " values "
                + c.valuesLocal + "+" + c.valuesRemote + " retries " + c.retries;
    }
}
