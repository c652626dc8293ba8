package io.pragh.core.upkeep;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * How much room new values find in each partition: every node tells it of its own ({@link MemoryShortage}). The upkeep's thread looks,
 * any thread asks.
 */
public final class PartitionRooms {
    private static final long LOOK_NANOS = 100_000_000;
    /** Of a partition that has never been lost, and has not told yet. */
    private static final long UNTOLD = -1;

    private final Endpoint endpoint;
    private final Supplier<ClusterView> views;
    private final Batch batch;
    private long lookedNanos;
    private volatile Seen seen;

    /** What was told in the lives that the partitions have in a view: bytes, {@link #UNTOLD}, or 0 where nothing is to be put. */
    private static final class Seen {
        final ClusterView view;
        final long[] told;
        /** The same, but with the average of the others in place of what was not told. */
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

        /** What of it holds in a view: a partition that was lost since holds no longer what it held. */
        Seen in(ClusterView later) {
            if (later.epoch() == view.epoch()) {
                return this;
            }
            long[] still = told.clone();
            Arrays.setAll(still, p -> later.lifeOf(p) == view.lifeOf(p) ? told[p] : 0);
            return new Seen(later, still);
        }
    }

    /** As it is before anybody has told anything. */
    public PartitionRooms(Endpoint endpoint, Supplier<ClusterView> views, long nowNanos) {
        this.endpoint = endpoint;
        this.views = views;
        this.seen = Seen.nothing(views.get());
        this.batch = new Batch(2 * views.get().partitions());
        this.lookedNanos = nowNanos - LOOK_NANOS;
    }

    /** Looks again, now and then. Cost: one batch of READs then. A partition that has told and cannot be read has no room. */
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
     * Bytes that new values find in each partition, a moment ago; 0 where a partition is not known to hold all keys that were ever
     * written to it. Not to be written to; the same array as long as nothing has changed.
     */
    public long[] known() {
        return seen.in(views.get()).rooms;
    }
}
