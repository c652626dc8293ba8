package io.pragh.core.persist;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.RollCount;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.CheckpointWriter;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.memory.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Writes checkpoints while the graph is used: each partition as a snapshot sees it, one after the other. Bounded memory. One thread.
 */
// A commit that the snapshot R of a partition does not see has its record behind where the log ended before R was
// taken:
// its W is greater than R, and its record is appended after it has W. One that it sees is durable: whoever reads waits
// for keys that are held, and they are held until the record is durable.
public final class Checkpointing {
    private static final int KEYS = 1024;
    /** A snapshot that was given up to spare memory, or whose members were not counted, is begun anew so often. */
    private static final int TRIES_MAX = 20;

    private final DataFolder folder;
    private final HomeMap homes;
    private final Sources sources;
    private final LongSupplier logEnd;
    private final LongUnaryOperator cut;

    /** A way to the values of a partition. */
    public interface Source {
        /** Where transactions begin; this one makes no other. */
        TransactionSource transactions();

        /** Keys by kind. */
        KeyScan keys();
    }

    /** Ways to the values of partitions. */
    @FunctionalInterface
    public interface Sources {
        /** The way to those of a partition, by the node that serves it. */
        Source of(int partition);
    }

    /**
     * What was written.
     *
     * @param values how many values
     * @param bytes bytes of them
     */
    public record Checkpoint(long values, long bytes) {}

    /** The snapshot's members are not counted. */
    private static final class Uncounted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Uncounted() {
            super("", null, false, false);
        }
    }

    /**
     * Into a folder.
     *
     * @param logEnd where the log ends
     * @param cut where the log is to begin that is needed up to some position for the checkpoint: there, or before
     */
    public Checkpointing(
            DataFolder folder, HomeMap homes, Sources sources, LongSupplier logEnd, LongUnaryOperator cut) {
        this.folder = folder;
        this.homes = homes;
        this.sources = sources;
        this.logEnd = logEnd;
        this.cut = cut;
    }

    /**
     * Writes a checkpoint, and cuts the log that it makes superfluous. When this throws, everything is as before, and what there was of it
     * takes no room any more.
     *
     * @throws IOException when it cannot be written, or the log would have no room any more
     * @throws PraghException when the graph cannot be read
     */
    public Checkpoint write() throws IOException {
        Part all = parts();
        folder.complete(cut.applyAsLong(all.position));
        return new Checkpoint(all.values, all.bytes);
    }

    /** All of them, as one. */
    private Part parts() throws IOException {
        Part all = new Part(Long.MAX_VALUE, 0, 0);
        try {
            for (int partition : folder.kept()) {
                all = all.and(part(partition));
            }
        } catch (IOException | RuntimeException failed) {
            abandon(failed);
            throw failed;
        }
        return all;
    }

    private void abandon(Exception why) {
        try {
            folder.abandon();
        } catch (IOException failed) {
            why.addSuppressed(failed);
        }
    }

    private record Part(long position, long values, long bytes) {
        Part and(Part other) {
            return new Part(Math.min(position, other.position), values + other.values, bytes + other.bytes);
        }
    }

    private Part part(int partition) throws IOException {
        for (int tries = 1; ; tries++) {
            try {
                return part(partition, tries < TRIES_MAX);
            } catch (SnapshotTooOldException | Uncounted again) {
                if (tries >= TRIES_MAX) {
                    throw again;
                }
            } catch (UncheckedIOException failed) {
                throw failed.getCause();
            }
        }
    }

    private Part part(int partition, boolean counted) throws IOException {
        Source source = sources.of(partition);
        long position = logEnd.getAsLong(); // before the snapshot
        try (Transaction transaction =
                source.transactions().begin(TransactionOptions.DEFAULT.reading().now())) {
            long timestamp = source.transactions().seen();
            Map<Long, Long> rolls = rolls(transaction, partition, counted);
            try (CheckpointWriter writer = folder.begin(partition, timestamp, position, rolls)) {
                for (int kind = GraphKey.KIND_ADJACENCY; kind <= GraphKey.KIND_PLAIN; kind++) {
                    if (kind != GraphKey.KIND_ROLL) {
                        values(source, transaction, partition, kind, writer);
                    }
                }
                return new Part(position, writer.values(), writer.finish());
            }
        }
    }

    private Map<Long, Long> rolls(Transaction transaction, int partition, boolean counted) {
        long[] keys = new long[RollCount.ROLLS];
        Arrays.setAll(keys, roll -> GraphKey.of(GraphKey.KIND_ROLL, 0, roll, homes.mint(partition, 0)));
        long[] members = transaction.members(keys);
        if (Arrays.stream(members).anyMatch(count -> count == Transaction.UNCOUNTED)) {
            if (counted) {
                throw new Uncounted();
            }
            return Map.of();
        }
        Map<Long, Long> rolls = new LinkedHashMap<>();
        for (int i = 0; i < keys.length; i++) {
            rolls.put(keys[i], members[i]);
        }
        return rolls;
    }

    private void values(Source source, Transaction transaction, int partition, int kind, CheckpointWriter writer) {
        long cursor = 0;
        while (cursor != KeyScan.END) {
            long next = transaction.scan(partition, kind, cursor, KEYS, (key, place, region, body, bytes) -> {
                put(writer, key, region, body, bytes);
                return false;
            });
            cursor = next == Transaction.ELSEWHERE
                    ? elsewhere(source, transaction, partition, kind, cursor, writer)
                    : next;
        }
    }

    /** Asks the home for keys, and reads their values. */
    private static long elsewhere(
            Source source, Transaction transaction, int partition, int kind, long cursor, CheckpointWriter writer) {
        long[] keys = new long[KEYS];
        int[] count = {0};
        long next = source.keys().scan(partition, kind, cursor, KEYS, key -> keys[count[0]++] = key);
        transaction.navigate(
                keys,
                0,
                count[0],
                Integer.MAX_VALUE,
                (index, region, body, bytes) -> put(writer, keys[index], region, body, bytes));
        return next;
    }

    private static void put(CheckpointWriter writer, long key, Region region, long body, int bytes) {
        try {
            writer.add(key, region, body, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
