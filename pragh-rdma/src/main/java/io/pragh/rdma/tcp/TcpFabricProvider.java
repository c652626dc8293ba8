package io.pragh.rdma.tcp;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;

/**
 * Opens {@code tcp://host:port}; port 0 lets the machine choose. Settings:
 * <ul>
 *   <li>{@code secret}: a secret of 16 bytes or more that all nodes share, or {@code secretFile}: a file whose first
 *       line is the secret; or
 *   <li>{@code certificate}, {@code privateKey}, {@code trusted}: PEM files for mutual TLS: this node's certificate
 *       chain, its PKCS#8 key, and the authorities that sign members' certificates. A certificate says that its owner
 *       may be a member; give the cluster an authority of its own, and name the graph in the certificates (a URI
 *       {@code urn:pragh:graph:NAME}). With a secret too, both are required;
 *   <li>{@code advertise}: the address that other nodes are told in place of host and port, as {@code host:port};
 *   <li>{@code threads}: threads that serve, 1 to 64; 2 if not given;
 *   <li>{@code silenceMillis}: a peer that is silent for this time is out of reach, 100 to 600000; 5000 if not given;
 *   <li>{@code flightBytes}: bytes under way to one peer at most, 1 MiB to 1 GiB; 8 MiB if not given;
 *   <li>{@code epoll}: {@code false} for NIO where epoll is available.
 * </ul>
 * Stateless.
 */
public final class TcpFabricProvider implements FabricProvider {
    @Override
    public String scheme() {
        return "tcp";
    }

    @Override
    public Fabric open(FabricSeat seat) {
        return new TcpFabric(seat, TcpSettings.of(seat), Credentials.of(seat));
    }
}
