package io.pragh.core.timestamp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Clock;
import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import org.junit.jupiter.api.Test;

/** T, registrations and the horizon of two nodes with one partition each. */
class OpenSnapshotsTest {
    private static final long RETENTION = 1_000;

    private final LocalNetwork network = new LocalNetwork();
    private final LocalFabric[] fabrics = {network.join(0), network.join(1)};
    private final Region[] regions = {region(), region()};
    private final OpenSnapshots[] nodes = new OpenSnapshots[2];

    private static Region region() {
        Region region = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
        region.grow();
        return region;
    }

    OpenSnapshotsTest() {
        for (int n = 0; n < 2; n++) {
            fabrics[n].expose(n, regions[n]);
            nodes[n] = new OpenSnapshots(regions[n], RETENTION);
        }
        regions[0].setLong(PartitionHeader.TIMESTAMP_OFFSET, Timestamps.first(1));
    }

    private TimestampWord word(Safeguards guards) {
        return new TimestampWord(fabrics[1].open(), () -> true, guards);
    }

    @Test
    void aCommitIsAboveEverySnapshotBeforeIt() {
        TimestampWord word = word(Safeguards.ALL);
        long snapshot = word.read();
        assertEquals(snapshot + 1, word.next());
        assertEquals(snapshot + 1, word.read());
        TimestampWord wrong = word(Safeguards.ALL.without(Safeguard.COMMIT_ABOVE_TIMESTAMP));
        assertEquals(wrong.read(), wrong.next(), "a snapshot would see half of this commit");
    }

    @Test
    void aWordOfALaterTermIsAboveEverythingHandedOutAndAnEarlierOneIsNotBelieved() {
        TimestampWord word = word(Safeguards.ALL);
        long last = word.next();
        regions[0].setLong(PartitionHeader.TIMESTAMP_OFFSET, Timestamps.first(2));
        assertTrue(word.read() > last);
        regions[0].setLong(PartitionHeader.TIMESTAMP_OFFSET, Timestamps.first(1));
        assertEquals(Timestamps.NONE, word.read());
        network.kill(0);
        assertEquals(Timestamps.NONE, word.next());
    }

    @Test
    void whoIsNotAMemberAnyMoreBelievesNothing() {
        assertEquals(Timestamps.NONE, new TimestampWord(fabrics[1].open(), () -> false, Safeguards.ALL).read());
    }

    @Test
    void theRegistrationIsNeverAboveAnOpenSnapshot() {
        nodes[0].advance(10, 0);
        assertEquals(10, nodes[0].registration());
        OpenSnapshots.Slot slot = nodes[0].open(0); // registered at 10; its T may be anything from 10 on
        nodes[0].advance(20, 0);
        nodes[0].advance(30, 0);
        assertEquals(10, nodes[0].registration());
        assertEquals(30, nodes[0].cached());
        nodes[0].ended(slot);
        nodes[0].release(slot);
        nodes[0].advance(40, 0);
        assertEquals(30, nodes[0].registration(), "a cached snapshot may just be beginning at 30");
        nodes[0].advance(40, 0);
        assertEquals(40, regions[0].getLong(PartitionHeader.REGISTRATION_OFFSET));
    }

    @Test
    void aSnapshotThatIsOpenForTooLongExpires() {
        nodes[0].advance(10, 0);
        OpenSnapshots.Slot slot = nodes[0].open(0);
        nodes[0].advance(20, RETENTION);
        assertFalse(slot.expired());
        nodes[0].advance(30, RETENTION + 1);
        assertTrue(slot.expired());
        nodes[0].advance(30, RETENTION + 1);
        assertEquals(30, nodes[0].registration());
        nodes[0].ended(slot);
        nodes[0].release(slot);
        assertFalse(nodes[0].open(5_000).expired(), "its slot is used again");
    }

    @Test
    void aNodeThatCannotBeReadHoldsTheHorizon() {
        Horizon horizon = new Horizon(word(Safeguards.ALL), fabrics[1].open(), 2, Clock.SYSTEM, Safeguards.ALL);
        long first = Timestamps.first(1);
        nodes[0].advance(first, 0);
        nodes[1].advance(first, 0);
        horizon.refresh();
        assertEquals(first, horizon.getAsLong());
        word(Safeguards.ALL).next();
        nodes[1].advance(first + 1, 0);
        nodes[1].advance(first + 1, 0);
        horizon.refresh();
        assertEquals(first, horizon.getAsLong(), "node 0 has not moved");
        network.kill(0);
        horizon.refresh();
        assertEquals(first, horizon.getAsLong());
    }

    /** Between the collector's two READs, a snapshot is opened, a version replaced, and the node's registration raised. */
    private boolean versionIsFreedUnderAReader(Safeguards guards) {
        TimestampWord word = word(Safeguards.ALL);
        long old = word.read();
        nodes[0].advance(old, 0);
        nodes[1].advance(old, 0);
        long[] snapshot = new long[1];
        Endpoint between = new Endpoint() {
            private final Endpoint real = fabrics[1].open();
            private int posted;

            @Override
            public void post(Batch batch) {
                real.post(batch);
                if (posted++ == 0) {
                    nodes[1].open(0);
                    snapshot[0] = word.read();
                    word.next(); // replaces what the snapshot sees
                }
            }

            @Override
            public boolean poll(Batch batch) {
                return real.poll(batch);
            }

            @Override
            public void close() {
                real.close();
            }
        };
        // nobody had a snapshot open when the registrations say nothing: node 1 registers by its word alone
        regions[0].setLong(PartitionHeader.REGISTRATION_OFFSET, Timestamps.NEVER);
        regions[1].setLong(PartitionHeader.REGISTRATION_OFFSET, Timestamps.NEVER);
        Horizon horizon = new Horizon(new TimestampWord(between, () -> true, guards), between, 2, Clock.SYSTEM, guards);
        horizon.refresh();
        return horizon.getAsLong() > snapshot[0];
    }

    @Test
    void theCollectorReadsTheTimestampFirst() {
        assertFalse(versionIsFreedUnderAReader(Safeguards.ALL));
        assertTrue(versionIsFreedUnderAReader(Safeguards.ALL.without(Safeguard.HORIZON_READS_TIMESTAMP_FIRST)));
    }
}
