package io.pragh.core.upkeep;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Knows how many bytes are available for new values in each partition, as every node reports for its own
 * ({@link MemoryShortage}). The upkeep's thread updates it, any thread asks.
 */
public final class PartitionRooms {
    private static final long LOOK_NANOS = 100_000_000;
    /** The room of a partition that has never been lost and has not reported yet. */
    private static final long UNTOLD = -1;

    private final Endpoint endpoint;
    private final Supplier<ClusterView> views;
    private final Batch batch;
    private long lookedNanos;
    private volatile Seen seen;

    /**
     * The reports for the lives that the partitions have in a view: bytes, {@link #UNTOLD}, or 0 where no value
     * should be put.
     */
    private static final class Seen {
        final ClusterView view;
        final long[] told;
        /** The same, with the average of the other partitions in place of missing reports. */
        final long[] rooms;

        Seen(ClusterView view, long[] told) {
            this.view = view;
            this.told = told;
            long average = (long) Math.max(
                    1, Arrays.stream(told).filter(room -> room > 0).average().orElse(1));
            this.rooms = Arrays.stream(told)
                    .map(room -> room == UNTOLD ? average : room)
                    .toArray();
        }

        static Seen nothing(ClusterView view) {
            long[] told = new long[view.partitions()];
            Arrays.setAll(told, p -> view.lifeOf(p) == 0 ? UNTOLD : 0);
            return new Seen(view, told);
        }

        /** The reports that are valid in a later view: a partition that was lost since has lost its report. */
        Seen in(ClusterView later) {
            if (later.epoch() == view.epoch()) {
                return this;
            }
            long[] still = told.clone();
            Arrays.setAll(still, p -> later.lifeOf(p) == view.lifeOf(p) ? told[p] : 0);
            return new Seen(later, still);
        }
    }

    /** No reports yet. */
    public PartitionRooms(Endpoint endpoint, Supplier<ClusterView> views, long nowNanos) {
        this.endpoint = endpoint;
        this.views = views;
        this.seen = Seen.nothing(views.get());
        this.batch = new Batch(2 * views.get().partitions());
        this.lookedNanos = nowNanos - LOOK_NANOS;
    }

    /**
     * Reads the reports, at intervals. Costs one batch of READs. A partition that has reported before and cannot be
     * read has no room.
     */
    public void look(long nowNanos) {
        if (nowNanos - lookedNanos < LOOK_NANOS) {
            return;
        }
        lookedNanos = nowNanos;
        Seen before = seen.in(views.get());
        long[] told = new long[before.told.length];
        batch.clear();
        for (int partition = 0; partition < told.length; partition++) {
            batch.readWord(partition, PartitionHeader.LIFE_OFFSET);
            batch.readWord(partition, PartitionHeader.ROOM_OFFSET);
        }
        endpoint.execute(batch);
        for (int partition = 0; partition < told.length; partition++) {
            int op = 2 * partition;
            if (!batch.ok(op) || !batch.ok(op + 1)) {
                told[partition] = before.told[partition] == UNTOLD ? UNTOLD : 0;
            } else if (PartitionHeader.isIncomplete(batch.result(op))) {
                told[partition] = 0;
            } else {
                told[partition] = batch.result(op + 1) == 0 ? UNTOLD : batch.result(op + 1);
            }
        }
        if (!Arrays.equals(told, before.told) || before != seen) {
            seen = new Seen(before.view, told);
        }
    }

    /**
     * The bytes available for new values in each partition a moment ago; 0 where a partition is not known to hold all
     * keys that were ever written to it. The caller must not change the array; it is the same as long as nothing has
     * changed.
     */
    public long[] known() {
        return seen.in(views.get()).rooms;
    }
}
