package io.pragh.benchmarks.micro;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Two nodes of one process on a fabric: the first posts operations on the memory of the second. One thread. */
final class FabricPair implements AutoCloseable {
    private static final String CLUSTER = "benchmark";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Fabric asks;
    private final Fabric isAsked;
    private final @Nullable Path folder;

    private FabricPair(Fabric asks, Fabric isAsked, @Nullable Path folder) {
        this.asks = asks;
        this.isAsked = isAsked;
        this.folder = folder;
    }

    static FabricPair open(String kind) {
        return switch (kind) {
            case "local" -> {
                LocalNetwork network = new LocalNetwork();
                yield new FabricPair(network.join(0), network.join(1), null);
            }
            case "shm" -> {
                Path folder = newFolder();
                String address = "shm:" + folder;
                yield new FabricPair(seat(0, address, Map.of()), seat(1, address, Map.of()), folder);
            }
            case "tcp" -> {
                Map<String, String> settings = Map.of("secret", "only for benchmarks", "threads", "1");
                FabricPair pair = new FabricPair(
                        seat(0, "tcp://127.0.0.1:0", settings), seat(1, "tcp://127.0.0.1:0", settings), null);
                pair.asks.meet(1, pair.isAsked.address());
                yield pair;
            }
            default -> throw new IllegalArgumentException("no such fabric: " + kind);
        };
    }

    private static Path newFolder() {
        Path shared = Path.of("/dev/shm");
        try {
            return Files.isWritable(shared)
                    ? Files.createTempDirectory(shared, "pragh-bench-")
                    : Files.createTempDirectory("pragh-bench-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Fabric seat(int node, String address, Map<String, String> settings) {
        return FabricProvider.openFabric(new FabricSeat(CLUSTER, node, 1, address, settings));
    }

    /** The second node exposes a segment; the first one reaches it when this returns. */
    void expose(int partition, int segmentBytes) {
        Region memory = isAsked.region(segmentBytes, 1);
        memory.grow();
        isAsked.expose(partition, memory);
        long start = System.nanoTime();
        try (Endpoint endpoint = asks.open()) {
            Batch batch = new Batch(1);
            do {
                LockSupport.parkNanos(1_000_000);
                batch.clear();
                batch.readWord(partition, 0);
                endpoint.execute(batch);
            } while (batch.status(0) != OpStatus.OK && System.nanoTime() - start < PATIENCE_NANOS);
        }
    }

    /** An endpoint of the first node. */
    Endpoint open() {
        return asks.open();
    }

    @Override
    public void close() {
        asks.close();
        isAsked.close();
        if (folder != null) {
            try (var paths = Files.walk(folder)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
