package io.pragh.core.access.location;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.cluster.LeasePolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Checks that the cache is a linearizable map for one writer at a time and any number of readers, when there is room
 * for all keys. Several writers may make each other give up, and entries may be lost: {@link LocationCacheHammerTest}
 * checks what holds then.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:2")
@Param(name = "version", gen = IntGen.class, conf = "1:3")
public class LocationCacheLincheckTest {
    private static final LocationCache CACHE = new LocationCache(LocationCache.BYTES_MIN, LeasePolicy.DEFAULT);

    private final AtomicInteger writes = new AtomicInteger();

    /** Scenarios run one at a time, each in the memory that the one before has left. */
    public LocationCacheLincheckTest() {
        CACHE.clear(0);
    }

    /** The version cached for a key, or 0. A miss proves nothing while a write is under way, so it is repeated. */
    @Operation
    public int find(@Param(name = "key") int key) {
        CachedLocation into = new CachedLocation();
        while (true) {
            int before = writes.get();
            if (CACHE.find(key(key), into)) {
                if (into.address != address(key, (int) into.stampNanos)) {
                    throw new AssertionError("address and stamp of two writes: " + ValueAddress.show(into.address));
                }
                return (int) into.stampNanos;
            }
            if ((before & 1) == 0 && writes.get() == before) {
                return 0;
            }
        }
    }

    /** Puts a version; a version older than the cached one is ignored. */
    @Operation(nonParallelGroup = "writer")
    public void put(@Param(name = "key") int key, @Param(name = "version") int version) {
        writes.incrementAndGet();
        CACHE.put(key(key), address(key, version), version);
        writes.incrementAndGet();
    }

    /** Drops a version. */
    @Operation(nonParallelGroup = "writer")
    public void drop(@Param(name = "key") int key, @Param(name = "version") int version) {
        writes.incrementAndGet();
        CACHE.drop(key(key), address(key, version));
        writes.incrementAndGet();
    }

    @Test
    void isLinearizable() {
        new StressOptions()
                .iterations(15)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(4)
                .actorsBefore(2)
                .actorsAfter(2)
                .sequentialSpecification(Specification.class)
                .check(LocationCacheLincheckTest.class);
    }

    private static long key(int key) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, 0, key, 4711);
    }

    private static long address(int key, int version) {
        return ValueAddress.of(key, 1, version, 16L * version);
    }

    /** The sequential specification of the operations. */
    public static final class Specification {
        private final Map<Integer, Integer> versions = new HashMap<>();

        /** Specifies {@link LocationCacheLincheckTest#find}. */
        public int find(int key) {
            return versions.getOrDefault(key, 0);
        }

        /** Specifies {@link LocationCacheLincheckTest#put}. */
        public void put(int key, int version) {
            versions.merge(key, version, Math::max);
        }

        /** Specifies {@link LocationCacheLincheckTest#drop}. */
        public void drop(int key, int version) {
            versions.remove(key, version);
        }
    }
}
