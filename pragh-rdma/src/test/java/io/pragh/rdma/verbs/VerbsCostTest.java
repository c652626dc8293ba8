package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * How many one-sided operations GET and MIGRATE have the device do, by its driver's own count of packets: all is in it that any of the
 * nodes posts for whatever reason, to its own memory, too. One more would fail these tests.
 */
@EnabledIf("io.pragh.rdma.verbs.VerbsNodes#hasDevice")
class VerbsCostTest {
    private static final Path DEVICES = Path.of("/sys/class/infiniband");
    private static final int TRIES = 12;

    private final Workers workers = new Workers();
    private final Path counters = counters();
    private CostFixture world;
    private long freshNanos;

    private static Path counters() {
        try (Stream<Path> devices = Files.list(DEVICES)) {
            return devices.sorted().findFirst().orElseThrow().resolve("ports/1/hw_counters");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @BeforeEach
    void begin() {
        assumeTrue(
                Files.isReadable(counters.resolve("sent_pkts")) && Files.isReadable(counters.resolve("rdma_sends")),
                "SKIPPED: the device does not count packets as soft-RoCE does");
        freshNanos = (counter("lifespan") + 1) * 1_000_000; // the kernel shows what it has read before for so long
        world = new CostFixture();
    }

    @AfterEach
    void end() {
        workers.close();
        if (world != null) {
            world.close();
        }
    }

    private long counter(String name) {
        try {
            return Long.parseLong(Files.readString(counters.resolve(name)).trim());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** One-sided operations so far, once nothing is under way: each is a packet there and one back, as is each frame of a message. */
    private long operations() {
        long[] last = {-1};
        workers.await("the device has nothing to do", () -> {
            LockSupport.parkNanos(freshNanos);
            long before = last[0];
            last[0] = counter("sent_pkts") - 2 * counter("rdma_sends");
            return last[0] == before;
        });
        return last[0] / 2;
    }

    /** What most of some tries cost: the kernel sends again what it takes for lost, and the first try finds out where things lie. */
    private long usual(String what, long[] keys, LongConsumer work) {
        Map<Long, Integer> times = new TreeMap<>();
        for (long key : keys) {
            long before = operations();
            work.accept(key);
            times.merge(operations() - before, 1, Integer::sum);
        }
        System.out.println("one-sided operations of " + what + ", and in how many tries: " + times);
        return Collections.max(times.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    private long[] keys(int home, int owner) {
        long[] keys = new long[TRIES];
        Arrays.setAll(keys, i -> world.place(home, owner));
        return keys;
    }

    /** The bucket and the value; the value alone; nothing. */
    @Test
    void aGetIsTwoReadsAndOneWithACachedAddress() {
        long[] keys = keys(CostFixture.HOME, CostFixture.THIRD);
        assertEquals(2, usual("GET", keys, world::get));
        assertEquals(1, usual("GET with a cached address", keys, world::get));
        world.migrate(keys);
        assertEquals(0, usual("GET of a value that has come", keys, world::get));
    }

    /**
     * READ of the bucket, READ of the value, CAS of the slot, CAS of the source's state, WRITE of its address into the retire ring: five on
     * other nodes. The sixth is a CAS of the copy's own state, from PENDING to LIVE, through this node's card.
     */
    @Test
    void aMigrateIsFiveOperationsOnOthersAndOneAtHome() {
        long[] keys = keys(CostFixture.HOME, CostFixture.THIRD);
        assertEquals(6, usual("MIGRATE", keys, key -> world.migrate(key)));
        long[] known = keys(CostFixture.HOME, CostFixture.HOME);
        for (long key : known) {
            world.get(key);
        }
        assertEquals(6, usual("MIGRATE with a cached address", known, key -> world.migrate(key)));
    }

    /** That the count would show it. */
    @Test
    void anOperationMoreIsCounted() {
        try (Endpoint endpoint = world.fabric().open()) {
            Batch batch = new Batch(1);
            assertEquals(3, usual("GET and a READ", keys(CostFixture.HOME, CostFixture.HOME), key -> {
                world.get(key);
                batch.clear();
                batch.readWord(CostFixture.HOME, Long.BYTES);
                endpoint.execute(batch);
            }));
        }
    }
}
