package io.pragh.coordinator.ledger;

import io.pragh.core.durable.DiskServerProvider;
import java.nio.file.Path;

/** Starts bookies for {@code bookkeeper://host:port} of their ZooKeeper. Stateless. */
public final class BookieProvider implements DiskServerProvider {
    @Override
    public String scheme() {
        return LedgerPlace.SCHEME;
    }

    @Override
    public DiskServer serve(String service, Path folder, String host, int port) {
        return Bookie.start(service, folder, host, port);
    }
}
