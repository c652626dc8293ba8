package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.util.concurrent.atomic.AtomicInteger;

/** A node that overwrites a partition as fast as it can while another thread ends its access. One use, one thread. */
final class FenceHammer {
    private static final int WRITES = 60;
    private static final int WRITE_BYTES = 1 << 10;
    private static final int BATCHES_BEFORE = 20;
    private static final int BATCHES_AFTER = 50;

    private final Fabric writer;
    private final int partition;
    private final AtomicInteger written = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    FenceHammer(Fabric writer, int partition) {
        this.writer = writer;
        this.partition = partition;
    }

    /**
     * Overwrites, ends the access, and fails when a single word of the partition's first segment changes afterwards.
     */
    void strike(Region memory, Region source, Runnable endAccess) {
        try (Workers workers = new Workers()) {
            workers.start(() -> hammer(source));
            workers.await("writes", () -> written.get() >= BATCHES_BEFORE);

            endAccess.run();

            long[] stamps = new long[WRITES];
            for (int i = WRITES - 1; i >= 0; i--) { // last ones first: a late operation is about to write those
                stamps[i] = memory.getLongAcquire((long) i * WRITE_BYTES);
            }
            workers.await("refusals", () -> refused.get() >= BATCHES_AFTER);
            for (int i = 0; i < WRITES; i++) {
                assertEquals(
                        stamps[i], memory.getLongAcquire((long) i * WRITE_BYTES), "a late effect of operation " + i);
            }
            workers.stop();
        }
    }

    private void hammer(Region source) {
        Batch batch = new Batch(WRITES + 1);
        try (Endpoint endpoint = writer.open()) {
            for (long stamp = 1; refused.get() < BATCHES_AFTER; stamp++) {
                source.setLong(0, stamp);
                batch.clear();
                for (int i = 0; i < WRITES; i++) {
                    batch.write(partition, (long) i * WRITE_BYTES, WRITE_BYTES, source, 0);
                }
                endpoint.execute(batch);
                if (batch.status(0) == OpStatus.FENCED) {
                    refused.incrementAndGet();
                } else {
                    assertEquals(0, refused.get(), "access came back");
                    written.incrementAndGet();
                }
            }
        }
    }
}
