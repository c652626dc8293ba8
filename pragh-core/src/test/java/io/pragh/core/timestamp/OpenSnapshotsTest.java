package io.pragh.core.timestamp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import io.pragh.testkit.ManualClock;
import org.junit.jupiter.api.Test;

/** Checks T, registrations and the horizon of two nodes with one partition each. */
class OpenSnapshotsTest {
    private static final long RETENTION = 1_000;

    private final LocalNetwork network = new LocalNetwork();
    private final LocalFabric[] fabrics = {network.join(0), network.join(1)};
    private final Region[] regions = {region(), region()};
    private final OpenSnapshots[] nodes = new OpenSnapshots[2];

    /** Runs an action after each batch. */
    private record EndpointBetween(Endpoint real, Runnable afterwards) implements Endpoint {
        @Override
        public void post(Batch batch) {
            real.post(batch);
            afterwards.run();
        }

        @Override
        public boolean poll(Batch batch) {
            return real.poll(batch);
        }

        @Override
        public void close() {
            real.close();
        }
    }

    private static Region region() {
        Region region = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
        region.grow();
        return region;
    }

    private static OpenSnapshots registeredIn(Region region) {
        OpenSnapshots snapshots = new OpenSnapshots(RETENTION);
        snapshots.registerIn(region, Long.MIN_VALUE / 2);
        return snapshots;
    }

    OpenSnapshotsTest() {
        for (int n = 0; n < 2; n++) {
            fabrics[n].expose(n, regions[n]);
            nodes[n] = registeredIn(regions[n]);
        }
        regions[0].setLong(PartitionHeader.TIMESTAMP_OFFSET, Timestamps.first(1));
    }

    private TimestampWord word() {
        return new TimestampWord(fabrics[1].open(), () -> true);
    }

    @Test
    void aCommitIsAboveEverySnapshotBeforeIt() {
        TimestampWord word = word();
        long snapshot = word.read();
        assertEquals(snapshot + 1, word.next());
        assertEquals(snapshot + 1, word.read());
    }

    @Test
    void aWordOfALaterTermIsAboveEverythingHandedOutAndAnEarlierOneIsNotBelieved() {
        TimestampWord word = word();
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
        assertEquals(Timestamps.NONE, new TimestampWord(fabrics[1].open(), () -> false).read());
    }

    @Test
    void theRegistrationIsNeverAboveAnOpenSnapshot() {
        nodes[0].advance(10, 0, true);
        assertEquals(10, nodes[0].registration());
        OpenSnapshots.Slot slot = nodes[0].open(0); // registered at 10; its R may be anything from 10 on
        nodes[0].advance(20, 0, true);
        nodes[0].advance(30, 0, true);
        assertEquals(10, nodes[0].registration());
        assertEquals(30, nodes[0].cached());
        nodes[0].ended(slot);
        nodes[0].release(slot);
        nodes[0].advance(40, 0, true);
        assertEquals(30, nodes[0].registration(), "a cached snapshot may just be beginning at 30");
        nodes[0].advance(40, 0, true);
        assertEquals(40, regions[0].getLong(PartitionHeader.REGISTRATION_OFFSET));
    }

    /** Otherwise no version would ever be freed where transactions of several clients overlap all the time. */
    @Test
    void theRegistrationRisesThoughThereIsAlwaysASnapshotOpen() {
        nodes[0].advance(10, 0, true);
        OpenSnapshots.Slot slot = nodes[0].open(0);
        for (long timestamp = 20; timestamp <= 100; timestamp += 10) {
            nodes[0].advance(timestamp, 0, true);
            OpenSnapshots.Slot next = nodes[0].open(0);
            nodes[0].ended(slot);
            slot = next;
        }
        nodes[0].advance(110, 0, true);
        assertEquals(100, nodes[0].registration());
    }

    @Test
    void aSnapshotThatHasJoinedAnotherKeepsWhatThatOneSaw() {
        nodes[0].advance(10, 0, true);
        OpenSnapshots.Slot first = nodes[0].open(0);
        nodes[0].advance(20, 0, true);
        OpenSnapshots.Slot second = nodes[0].open(0);
        nodes[0].join(second, first);
        nodes[0].ended(first);
        nodes[0].advance(30, 0, true);
        nodes[0].advance(30, 0, true);
        assertEquals(10, nodes[0].registration());
    }

    @Test
    void aSnapshotThatIsOpenForTooLongExpires() {
        nodes[0].advance(10, 0, true);
        OpenSnapshots.Slot slot = nodes[0].open(0);
        nodes[0].advance(20, RETENTION, true);
        assertFalse(slot.expired());
        assertFalse(nodes[0].isOverdue(RETENTION));
        assertTrue(nodes[0].isOverdue(RETENTION + 1));
        nodes[0].advance(30, RETENTION + 1, false);
        assertFalse(slot.expired(), "nobody needs what it sees to go");
        assertEquals(10, nodes[0].registration());
        nodes[0].advance(30, RETENTION + 1, true);
        assertTrue(slot.expired());
        nodes[0].advance(30, RETENTION + 1, true);
        assertEquals(30, nodes[0].registration());
        nodes[0].ended(slot);
        nodes[0].release(slot);
        assertFalse(nodes[0].open(5_000).expired(), "its slot is used again");
    }

    @Test
    void aNodeThatCannotBeReadHoldsTheHorizon() {
        Horizon horizon = new Horizon(word(), fabrics[1].open(), 2, Clock.SYSTEM);
        long first = Timestamps.first(1);
        nodes[0].advance(first, 0, true);
        nodes[1].advance(first, 0, true);
        horizon.refresh();
        assertEquals(first, horizon.getAsLong());
        word().next();
        nodes[1].advance(first + 1, 0, true);
        nodes[1].advance(first + 1, 0, true);
        horizon.refresh();
        assertEquals(first, horizon.getAsLong(), "node 0 has not moved");
        network.kill(0);
        horizon.refresh();
        assertEquals(first, horizon.getAsLong());
    }

    @Test
    void aNodeThatDoesNotLeadAndCannotBeReadHoldsTheHorizon() {
        TimestampWord word = new TimestampWord(fabrics[0].open(), () -> true);
        Horizon horizon = new Horizon(word, fabrics[0].open(), 2, Clock.SYSTEM);
        long first = Timestamps.first(1);
        nodes[0].advance(first, 0, true);
        nodes[1].advance(first, 0, true); // and a snapshot may be open there
        word.next();
        nodes[0].advance(first + 1, 0, true);
        nodes[0].advance(first + 1, 0, true);
        network.kill(1); // T can still be read
        assertEquals(first + 1, word.read());
        horizon.refresh();
        assertEquals(0, horizon.getAsLong(), "nobody knows what is open on node 1");
    }

    @Test
    void aLookThatTakesTooLongSaysNothing() {
        ManualClock clock = new ManualClock(1, 0);
        long[] lookNanos = {OpenSnapshots.SETTLE_NANOS / 2};
        TimestampWord word = word();
        Endpoint slow = new EndpointBetween(fabrics[1].open(), () -> clock.advance(lookNanos[0]));
        Horizon horizon = new Horizon(word, slow, 2, clock);
        nodes[0].advance(Timestamps.first(1), 0, true);
        nodes[1].advance(Timestamps.first(1), 0, true);
        horizon.refresh();
        assertEquals(0, horizon.getAsLong(), "a node may have changed the place of its registration meanwhile");
        lookNanos[0]--;
        horizon.refresh();
        assertEquals(Timestamps.first(1), horizon.getAsLong());
    }

    @Test
    void theHorizonNeverFalls() {
        Horizon horizon = new Horizon(word(), fabrics[1].open(), 2, Clock.SYSTEM);
        nodes[0].advance(Timestamps.first(1), 0, true);
        nodes[1].advance(Timestamps.first(1), 0, true);
        horizon.refresh();
        nodes[0] = registeredIn(regions[0]); // another node serves the partition, and has read no T yet
        assertEquals(0, regions[0].getLong(PartitionHeader.REGISTRATION_OFFSET));
        horizon.refresh();
        assertEquals(Timestamps.first(1), horizon.getAsLong());
    }

    @Test
    void aFurtherPlaceTellsWhatTheOthersTell() {
        nodes[0].advance(10, 0, true);
        OpenSnapshots.Slot slot = nodes[0].open(0);
        nodes[0].advance(20, 0, true);
        Region further = region();
        nodes[0].registerIn(further, 0);
        assertEquals(10, further.getLong(PartitionHeader.REGISTRATION_OFFSET), "a snapshot is open at 10");
        nodes[0].ended(slot);
        nodes[0].advance(20, 0, true);
        assertEquals(20, regions[0].getLong(PartitionHeader.REGISTRATION_OFFSET));
        assertEquals(20, further.getLong(PartitionHeader.REGISTRATION_OFFSET));
    }

    @Test
    void aPlaceIsGivenUpOnlyWhenAnotherHasSettled() {
        Region further = region();
        nodes[0].registerIn(further, OpenSnapshots.SETTLE_NANOS);
        OpenSnapshots.Slot slot = nodes[0].open(0);
        assertFalse(nodes[0].leave(regions[0], OpenSnapshots.SETTLE_NANOS - 1), "who looks now may miss both places");
        nodes[0].advance(10, 0, true);
        assertEquals(
                nodes[0].registration(), regions[0].getLong(PartitionHeader.REGISTRATION_OFFSET), "it is a place yet");
        assertTrue(nodes[0].leave(regions[0], OpenSnapshots.SETTLE_NANOS));
        assertFalse(nodes[0].leave(further, 2 * OpenSnapshots.SETTLE_NANOS), "the last one");
        nodes[0].ended(slot);
        assertTrue(nodes[0].leave(further, 2 * OpenSnapshots.SETTLE_NANOS), "nothing is open that it could hide");
    }

    @Test
    void aNodeWithoutAPlaceOpensNoSnapshot() {
        OpenSnapshots nowhere = new OpenSnapshots(RETENTION);
        assertTrue(assertThrows(PraghException.class, () -> nowhere.open(0)).retryable());
        nowhere.registerIn(region(), 0);
        nowhere.advance(10, 0, true);
        assertEquals(10, nowhere.registration(), "what was refused is not open");
        nowhere.open(0);
    }

    /**
     * Between the collector's two READs a snapshot is opened, a version is replaced, and the node's registration is
     * raised.
     */
    private boolean versionIsFreedUnderAReader() {
        TimestampWord word = word();
        long old = word.read();
        nodes[0].advance(old, 0, true);
        nodes[1].advance(old, 0, true);
        long[] snapshot = new long[1];
        boolean[] posted = new boolean[1];
        Endpoint between = new EndpointBetween(fabrics[1].open(), () -> {
            if (!posted[0]) {
                posted[0] = true;
                nodes[1].open(0);
                snapshot[0] = word.read();
                word.next(); // replaces the version that the snapshot sees
            }
        });
        // both registrations say that no snapshot is open; node 1 registers by its word alone
        regions[0].setLong(PartitionHeader.REGISTRATION_OFFSET, Timestamps.NEVER);
        regions[1].setLong(PartitionHeader.REGISTRATION_OFFSET, Timestamps.NEVER);
        Horizon horizon = new Horizon(new TimestampWord(between, () -> true), between, 2, Clock.SYSTEM);
        horizon.refresh();
        return horizon.getAsLong() > snapshot[0];
    }

    @Test
    void theCollectorReadsTheTimestampFirst() {
        assertFalse(versionIsFreedUnderAReader());
    }
}
