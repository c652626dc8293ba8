package io.pragh.coordinator.ledger;

import io.pragh.coordinator.zookeeper.FolderRecord;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.DiskProvider;
import java.io.IOException;
import java.util.List;

/**
 * Opens data folders in BookKeeper: {@code bookkeeper://host:port/NAME}, with host and port of its ZooKeeper.
 * Stateless.
 */
public final class LedgerDiskProvider implements DiskProvider {
    @Override
    public String scheme() {
        return LedgerPlace.SCHEME;
    }

    @Override
    public Disk open(String address) {
        return LedgerDisk.open(LedgerPlace.of(address));
    }

    @Override
    public Disk look(String address) {
        return LedgerDisk.look(LedgerPlace.of(address));
    }

    @Override
    public boolean isThere(String address) throws IOException {
        try (FolderRecord record = record(address)) {
            return record.isThere();
        }
    }

    @Override
    public boolean isInUse(String address) throws IOException {
        try (FolderRecord record = record(address)) {
            return record.holder().isPresent();
        }
    }

    @Override
    public List<String> inside(String address) throws IOException {
        try (FolderRecord record = record(address)) {
            return record.inside();
        }
    }

    private static FolderRecord record(String address) {
        return LedgerPlace.of(address).record();
    }
}
