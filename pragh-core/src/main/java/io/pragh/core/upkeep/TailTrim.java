package io.pragh.core.upkeep;

import io.pragh.core.address.SizeClass;
import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.Update;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import io.pragh.core.store.Partition;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes back the slack that lists keep for appends after a minute or two without appends. It passes over a node's
 * partitions again and again, some blocks at a time. A block that was already old when the pass before ended is
 * written again without slack, by an ordinary update. One thread.
 */
// The age of a block is its version, or the timestamp of its last entry, compared with the latest timestamp seen in
// the pass before. So lists that a load has filled are trimmed once the load is over, whether other transactions
// write or not.
public final class TailTrim {
    private static final long INTERVAL_NANOS = 250_000_000L;
    static final long PASS_NANOS_MIN = 60_000_000_000L;
    private static final int BLOCKS_MAX = 4_096;
    /** The number of values written again in one interval at most. */
    private static final int VALUES_MAX = 1024;

    private final Supplier<List<Partition>> served;
    private final Consumer<Update> updates;
    private final @Nullable AppendOperation form;
    private final Map<Integer, Pass> passes = new HashMap<>();
    /** Lists to trim; the first {@link #next} of them are trimmed. */
    private long[] keys = new long[VALUES_MAX];

    private int count;
    private int next;
    private long lastNanos;
    private int nextPartition;
    private final AtomicLong trimmed = new AtomicLong();

    /** The state of a pass over one partition. */
    private static final class Pass {
        final long life;
        long beganNanos;
        long at;
        /** The latest timestamp seen in this pass, and in the one before. */
        long latest;

        long latestBefore;

        Pass(long life, long nowNanos) {
            this.life = life;
            this.beganNanos = nowNanos;
        }
    }

    /**
     * Trims lists of the partitions that a node serves, by single updates; {@code form} is null where nothing is
     * appended in place.
     */
    public TailTrim(
            Supplier<List<Partition>> served, Consumer<Update> updates, @Nullable AppendOperation form, long nowNanos) {
        this.served = served;
        this.updates = updates;
        this.form = form;
        this.lastNanos = nowNanos;
    }

    /** The number of lists trimmed so far. */
    public long trimmed() {
        return trimmed.get();
    }

    /** Works on one partition when the interval has passed. */
    public void step(long nowNanos) {
        List<Partition> partitions = served.get();
        if (form == null || partitions.isEmpty() || nowNanos - lastNanos < INTERVAL_NANOS / partitions.size()) {
            return;
        }
        lastNanos = nowNanos;
        if (next == count) {
            next = 0;
            count = 0;
            lookAround(partitions, nowNanos);
        }
        trimSome();
    }

    private void lookAround(List<Partition> partitions, long nowNanos) {
        Partition partition = partitions.get(nextPartition++ % partitions.size());
        Pass pass = passes.get(partition.id());
        if (pass == null || pass.life != partition.life()) {
            pass = new Pass(partition.life(), nowNanos);
            passes.put(partition.id(), pass);
        }
        look(partition, pass, nowNanos);
    }

    private void look(Partition partition, Pass pass, long nowNanos) {
        if (pass.at < 0 && nowNanos - pass.beganNanos < PASS_NANOS_MIN) {
            return; // gives blocks that were young in the last pass their time
        }
        if (pass.at < 0) {
            pass.latestBefore = pass.latest;
            pass.beganNanos = nowNanos;
            pass.at = 0;
        }
        pass.at = partition
                .blocks()
                .forEachBlock(
                        pass.at, BLOCKS_MAX, (block, sizeClass) -> look(partition.region(), pass, block, sizeClass));
    }

    private void trimSome() {
        int end = Math.min(count, next + VALUES_MAX);
        while (next < end) {
            try {
                updates.accept(new Update(ValueOperations.TRIM, keys[next++], 0, 0));
                trimmed.incrementAndGet();
            } catch (PraghException failure) {
                if (!failure.retryable()) {
                    throw failure;
                }
                next = count; // a home is out of reach: the values stay as they are until a later pass
                return;
            }
        }
    }

    /**
     * Looks at a block. It may be freed and used again meanwhile: the words read are then outdated or meaningless,
     * and the update notices it.
     */
    private void look(Region region, Pass pass, long block, int sizeClass) {
        long state = region.getLongAcquire(block + ValueHeader.STATE_OFFSET);
        long key = region.getLong(block + ValueHeader.KEY_OFFSET);
        int bodyBytes = region.getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        boolean isList = StateWord.state(state) == StateWord.LIVE && form != null && form.appendsTo(key);
        int blockBytes = SizeClass.bytes(sizeClass);
        int entries = StateWord.entries(state);
        if (!isList || bodyBytes < 0 || entries > Tail.capacity(blockBytes, bodyBytes)) {
            return;
        }
        Tail tail = Tail.of(region, block, bodyBytes, entries);
        if (!tail.hasRoomFor(entries, block + blockBytes)) {
            return;
        }
        long version = entries == 0 ? region.getLong(block + ValueHeader.VERSION_OFFSET) : tail.lastTimestamp();
        pass.latest = Math.max(pass.latest, version);
        boolean hasRoom = SizeClass.of(ValueHeader.LENGTH + bodyBytes) < sizeClass;
        if ((entries > 0 || hasRoom) && version <= pass.latestBefore) {
            keys = count == keys.length ? Arrays.copyOf(keys, 2 * count) : keys;
            keys[count++] = key;
        }
    }
}
