package io.pragh.rdma.shm;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.testkit.FabricNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Opens shared-memory fabrics for several nodes of one process, in a temporary folder. Any thread. */
final class ShmNodes implements FabricNetwork {
    private final List<ShmFabric> plain = new ArrayList<>();
    private final List<Fabric> nodes = new ArrayList<>();
    private final Path folder;

    private ShmNodes(Path folder) {
        this.folder = folder;
    }

    /** A new folder in shared memory if the machine has some, else among the temporary files. */
    static Path newFolder() {
        Path shared = Path.of("/dev/shm");
        try {
            return Files.isWritable(shared)
                    ? Files.createTempDirectory(shared, "pragh-test-")
                    : Files.createTempDirectory("pragh-test-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static FabricSeat seat(Path folder, int node, long epoch) {
        return new FabricSeat("test", node, epoch, "shm:" + folder, Map.of());
    }

    static ShmFabric open(Path folder, int node, long epoch) {
        return (ShmFabric) new ShmFabricProvider().open(seat(folder, node, epoch));
    }

    static ShmNodes join(int nodes, UnaryOperator<Fabric> decorator) {
        ShmNodes joined = new ShmNodes(newFolder());
        for (int node = 0; node < nodes; node++) {
            ShmFabric fabric = open(joined.folder, node, 1);
            joined.plain.add(fabric);
            joined.nodes.add(decorator.apply(fabric));
        }
        return joined;
    }

    Path folder() {
        return folder;
    }

    ShmFabric shm(int node) {
        return plain.get(node);
    }

    @Override
    public Fabric node(int number) {
        return nodes.get(number);
    }

    @Override
    public boolean keepsOrder() {
        return plain.get(0) == nodes.get(0);
    }

    @Override
    public boolean crash(int node) {
        plain.get(node).crash();
        return true;
    }

    @Override
    public void close() {
        plain.forEach(ShmFabric::close);
        ClusterFolder.at(folder.resolve("pragh-test")).sweep();
        removeAll(folder);
    }

    static void removeAll(Path path) {
        try (var all = Files.walk(path)) {
            for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
