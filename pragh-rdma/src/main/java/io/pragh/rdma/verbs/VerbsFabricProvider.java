package io.pragh.rdma.verbs;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;

/**
 * Opens {@code rdma://host:port}: host is an IPv4 address of an RDMA device of this machine, or {@code *} for its
 * first one; port 0 lets the machine choose. Needs JDK 22, and the libraries of rdma-core. Settings:
 * <ul>
 *   <li>{@code advertise}: the address that other nodes are told in place of host and port, as {@code host:port};
 *   <li>{@code silenceMillis}: a peer that does not answer within this time, a call included, is out of reach, and
 *       operations on it end, 100 to 600000; 5000 if not given.
 * </ul>
 * RDMA has no encryption, and every machine that can reach the device can ask for memory: the network has to be the
 * cluster's own. Stateless.
 */
public final class VerbsFabricProvider implements FabricProvider {
    @Override
    public String scheme() {
        return "rdma";
    }

    @Override
    public Fabric open(FabricSeat seat) {
        VerbsSettings settings = VerbsSettings.of(seat);
        return new VerbsFabric(seat, settings, Device.open(settings.host(), settings.port()));
    }
}
