package io.pragh.benchmarks.micro;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a one-sided operation on another node cost, on every fabric, one at a time and a hundred in a batch? Both
 * nodes are in one process; {@link FabricFloorBenchmark} has the floors.
 *
 * <pre>bin/pragh bench jmh Fabric</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FabricBenchmark {
    private static final int BATCH = 100;
    private static final int SEGMENT = 1 << 20;
    private static final int PARTITION = 5;

    /** The fabric. */
    @Param({"local", "shm", "tcp"})
    public String fabric = "local";

    private final Batch batch = new Batch(BATCH);
    private @Nullable FabricPair pair;
    private @Nullable Endpoint endpoint;
    private @Nullable Region landing;
    private long word;
    private long at;

    /** Connects two nodes. */
    @Setup
    public void open() {
        FabricPair opened = FabricPair.open(fabric);
        pair = opened;
        opened.expose(PARTITION, SEGMENT);
        landing = Region.direct(SEGMENT, 1);
        landing.grow();
        endpoint = opened.open();
        word = 0;
    }

    /** Disconnects them. */
    @TearDown
    public void close() {
        if (endpoint != null) {
            endpoint.close();
        }
        if (pair != null) {
            pair.close();
        }
    }

    private long execute() {
        Endpoint open = endpoint;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        open.execute(batch);
        for (int op = 0; op < batch.count(); op++) {
            if (!batch.ok(op)) {
                throw new IllegalStateException("an operation failed: status=" + batch.status(op));
            }
        }
        return batch.result(0);
    }

    private long read(int bytes) {
        Region target = landing;
        if (target == null) {
            throw new IllegalStateException("not open");
        }
        at = at + 4_096 & SEGMENT / 2 - 1;
        batch.clear();
        batch.read(PARTITION, at, bytes, target, 0);
        return execute() + target.getLong(0);
    }

    /** READ of a word. */
    @Benchmark
    public long read8() {
        return read(Long.BYTES);
    }

    /** READ of 1 KiB. */
    @Benchmark
    public long read1024() {
        return read(1 << 10);
    }

    /** READ of 64 KiB. */
    @Benchmark
    public long read65536() {
        return read(1 << 16);
    }

    /** CAS that swaps. */
    @Benchmark
    public long cas() {
        batch.clear();
        batch.cas(PARTITION, 8, word, word + 1);
        word = execute() + 1;
        return word;
    }

    /** A hundred READs of 64 bytes, awaited together. */
    @Benchmark
    public long batchOf100() {
        Region target = landing;
        if (target == null) {
            throw new IllegalStateException("not open");
        }
        batch.clear();
        for (int i = 0; i < BATCH; i++) {
            batch.read(PARTITION, i * 4_096L, 64, target, i * 64L);
        }
        return execute() + target.getLong(0);
    }
}
