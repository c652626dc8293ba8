package io.pragh.rdma.shm;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import java.nio.file.Path;
import java.util.Set;

/**
 * Opens {@code shm:/folder}: nodes of one cluster that name the same folder, best one in {@code /dev/shm}, find each other there.
 * Settings:
 * <ul>
 *   <li>{@code patienceMillis}: a process that is stopped in the midst of an operation holds up those who fence it; it is killed after
 *       so long, 100 to 600000; 10000 if not given.
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
