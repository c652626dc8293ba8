package io.pragh.rdma.shm;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import java.nio.file.Path;
import java.util.Set;

/**
 * Opens {@code shm:/folder}: nodes of one cluster find each other by naming the same folder, preferably in
 * {@code /dev/shm}. Settings:
 * <ul>
 *   <li>{@code patienceMillis}: a process that is suspended within an operation delays the nodes that fence it; it is
 *       killed after this time, 100 to 600000; 10000 if not given.
 * </ul>
 * Stateless.
 */
public final class ShmFabricProvider implements FabricProvider {
    @Override
    public String scheme() {
        return "shm";
    }

    @Override
    public Fabric open(FabricSeat seat) {
        seat.allow(Set.of("patienceMillis"));
        if (!seat.place().startsWith("/")) {
            throw new PraghException("a shared-memory fabric's address is shm:/folder: address=" + seat.address());
        }
        if (!seat.cluster().matches("[A-Za-z0-9_.-]+")) {
            throw new PraghException(
                    "the cluster's name becomes a folder's; letters, digits, dots, dashes and underscores:"
                            + " cluster=" + seat.cluster());
        }
        long patience = seat.number("patienceMillis", 10_000, 100, 600_000) * 1_000_000;
        Path folder = Path.of(seat.place()).resolve("pragh-" + seat.cluster());
        return new ShmFabric(seat, ClusterFolder.at(folder), patience);
    }
}
