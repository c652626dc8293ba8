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
import io.pragh.core.base.UnavailableException;
import io.pragh.core.durable.CheckpointWriter;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.memory.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes checkpoints of a node while the graph is in use: each partition at a snapshot, one after the other. Bounded
 * memory. One thread.
 */
// If the snapshot R of a partition does not see a commit, the commit's record lies behind the log position that was
// the end before R was taken: its W is greater than R, and its record is appended after it has W. A commit that the
// snapshot sees is durable: a reader waits for keys that are held, and they are held until the record is durable.
public final class Checkpointing {
    private static final int KEYS = 1024;
    /**
     * How often a checkpoint is begun anew when its snapshot was closed to save memory, or the members of rolls were
     * not counted.
     */
    private static final int TRIES_MAX = 20;

    private static final System.Logger LOG = System.getLogger(Checkpointing.class.getName());
    private static final Part NOTHING = new Part(Long.MAX_VALUE, 0, 0);

    private final DataFolder folder;
    private final HomeMap homes;
    private final Sources sources;
    private final LongSupplier logEnd;
    private final LongUnaryOperator cut;

    /** Access to the values of a partition. */
    public interface Source {
        /** Where the checkpoint begins its transactions, which are read only. */
        TransactionSource transactions();

        /** Scans keys by kind. */
        KeyScan keys();
    }

    /** Access to the values of partitions. */
    @FunctionalInterface
    public interface Sources {
        /** Access to the values of a partition, at the node that serves it. */
        Source of(int partition);
    }

    /**
     * The extent of a checkpoint.
     *
     * @param values number of values
     * @param bytes bytes of them
     */
    public record Checkpoint(long values, long bytes) {}

    /** The members of a roll are not counted at the snapshot. */
    private static final class Uncounted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Uncounted() {
            super("", null, false, false);
        }
    }

    /**
     * Writes checkpoints into a folder.
     *
     * @param logEnd the position at which the log ends
     * @param cut maps the position up to which a checkpoint replaces the log to the position at which the log is to
     *     begin: the same, or an earlier one
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
     * Writes a checkpoint, and cuts the part of the log that it replaces. When this throws, the folder is as before,
     * and the incomplete checkpoint is removed.
     *
     * @throws IOException when it cannot be written, or the disk would have no room for the log any more
     * @throws PraghException when the graph cannot be read
     */
    public Checkpoint write() throws IOException {
        return write(folder.kept());
    }

    /** The same for some of the partitions; the others keep their former parts, and the log behind those. */
    public Checkpoint write(List<Integer> some) throws IOException {
        Part all = parts(some, null);
        folder.complete(cut.applyAsLong(all.position), some);
        return new Checkpoint(all.values, all.bytes);
    }

    /**
     * The same for those of the partitions that can be read whole. A value that had moved to a node that was closed is
     * in its partition's former part and the log behind it alone.
     *
     * @throws PraghException when none can be read
     */
    public Checkpoint writeReadable(List<Integer> some) throws IOException {
        List<Integer> unread = new ArrayList<>();
        Part all = parts(some, unread::add);
        List<Integer> written =
                some.stream().filter(partition -> !unread.contains(partition)).toList();
        if (written.isEmpty()) {
            throw new PraghException(
                    "every partition has values at nodes of this graph that were closed, so no checkpoint is written; open"
                            + " the graph again: folder=" + folder);
        }
        folder.complete(cut.applyAsLong(all.position), written);
        return new Checkpoint(all.values, all.bytes);
    }

    /** The writers of all partitions, combined; {@code unread} receives those that cannot be read, or null: none may. */
    private Part parts(List<Integer> kept, @Nullable IntConsumer unread) throws IOException {
        Part all = NOTHING;
        try {
            for (int partition : kept) {
                all = all.and(unread == null ? part(partition) : readable(partition, unread));
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

    private Part readable(int partition, IntConsumer unread) throws IOException {
        try {
            return part(partition);
        } catch (UnavailableException elsewhere) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a checkpoint leaves a partition as it was, because a value lies at a node that was closed: folder="
                            + folder + " partition=" + partition + " because " + elsewhere.getMessage());
            folder.abandon(partition);
            unread.accept(partition);
            return NOTHING;
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
        long position = logEnd.getAsLong(); // taken before the snapshot
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
