package io.pragh.core.txn;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.access.VersionReader;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.RollWord;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.OperationSet;
import io.pragh.core.api.Placement;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.UnavailableException;
import io.pragh.core.base.Waiting;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.timestamp.OpenSnapshots;
import io.pragh.core.timestamp.PendingCommits;
import io.pragh.core.timestamp.TimestampWord;
import io.pragh.core.timestamp.Timestamps;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Begins and commits the transactions of one session. One thread. */
public final class Transactions implements TransactionSource {
    /** Limit on the attempts of {@link #retry}. */
    static final int TRIES_MAX = 64;
    /** After this number of conflicts {@link #retry} locks the keys that are read. */
    static final int CONFLICTS_MAX = 3;

    private static final long BACK_OFF_NANOS = 10_000;
    private static final int BACK_OFF_DOUBLINGS = 9;
    private static final int CROWDED_COMMITS = 16;

    private final Setting setting;
    private final long client;
    private final TimestampWord word;
    private final VersionReader reader;
    private final Runnable whileWaiting;
    private final SplittableRandom random;
    private final CommitCounters commits = new CommitCounters();
    private static final long[] NONE = {};

    private @Nullable List<Placement> placements;
    /** The generation of values that the placements' memory refers to. */
    private int placementsGeneration;

    /** Number of further commits that wait for keys from the start, because a key was busy recently. */
    private int crowded;

    private long sequence;
    /**
     * The highest timestamp that this session has seen. No cached snapshot of the session is older, so the session
     * never goes back in time.
     */
    private long lastSeen;

    private OpenSnapshots.@Nullable Slot spare;
    /** Memory for the read set of the next transaction. */
    private long[] spareLog = NONE;

    /**
     * The services that all sessions of a node share.
     *
     * @param coordinator coordinates commits
     * @param snapshots registers snapshots
     * @param pending commits of this node that wait for their records
     * @param homes maps a key to its home
     * @param clock the node's clock
     * @param operations the operations that updates name
     * @param timeoutNanos time for which a call waits for other nodes
     * @param whenCommitted runs after each commit with changes, when the transaction has ended
     */
    public record Setting(
            CommitCoordinator coordinator,
            OpenSnapshots snapshots,
            PendingCommits pending,
            HomeMap homes,
            Clock clock,
            OperationSet operations,
            long timeoutNanos,
            Runnable whenCommitted) {}

    /**
     * Creates the transactions of a session.
     *
     * @param client an id that no other client has or ever had
     * @param word T, through an endpoint of the session's own
     * @param whileWaiting runs repeatedly while a call waits
     */
    public Transactions(Setting setting, long client, TimestampWord word, VersionReader reader, Runnable whileWaiting) {
        this.setting = setting;
        this.client = client;
        this.word = word;
        this.reader = reader;
        this.whileWaiting = whileWaiting;
        this.random = new SplittableRandom(client);
    }

    @Override
    public Transaction begin(TransactionOptions options) {
        boolean cachedRead = options.level() == IsolationLevel.SERIALIZABLE_CACHED;
        OpenSnapshots.Slot slot = register();
        try {
            long cached = cachedRead ? setting.snapshots.cached() : 0;
            long now = cached > 0 ? setting.pending.now(Math.max(cached, lastSeen)) : timestamp();
            long timestamp = cached > 0 ? now : begin(now, options);
            lastSeen = Math.max(lastSeen, timestamp);
            TransactionContext context = new TransactionContext(options, timestamp, timestamp < now, takeLog(options));
            return new SnapshotTransaction(this, context, slot);
        } catch (RuntimeException failed) {
            closed(slot);
            throw failed;
        }
    }

    private long begin(long now, TransactionOptions options) {
        PendingCommits pending = setting.pending;
        return options.current() ? pending.now(now) : pending.begin(now, options.readOnly());
    }

    @Override
    public Transaction beginBeside(Transaction other) {
        SnapshotTransaction open = (SnapshotTransaction) other;
        // While the other transaction's slot is open, this node's registration stays at or below the value in that
        // slot. So this slot, too, protects the versions of the snapshot, provided that the other one had not expired
        // when this one joined it.
        OpenSnapshots.Slot slot = register();
        try {
            setting.snapshots.join(slot, open.slot());
            open.checkFresh();
            long timestamp = open.timestamp();
            lastSeen = Math.max(lastSeen, timestamp);
            TransactionOptions reading = open.options().reading();
            return new SnapshotTransaction(this, new TransactionContext(reading, timestamp, false, NONE), slot);
        } catch (RuntimeException failed) {
            closed(slot);
            throw failed;
        }
    }

    /**
     * Registers a snapshot, in the slot of the previous snapshot if that has ended. A new slot is needed only where
     * several snapshots are open at a time.
     */
    private OpenSnapshots.Slot register() {
        long now = setting.clock.nanos();
        OpenSnapshots.Slot slot = spare;
        if (slot == null) {
            return setting.snapshots.open(now);
        }
        spare = null;
        setting.snapshots.open(slot, now);
        return slot;
    }

    @Override
    public long seen() {
        return lastSeen;
    }

    @Override
    public void see(long moment) {
        lastSeen = Math.max(lastSeen, moment);
    }

    @Override
    public <T> T retry(TransactionOptions options, Function<Transaction, T> work) {
        for (int conflicts = 0; ; conflicts++) {
            TransactionOptions now = conflicts < CONFLICTS_MAX ? options : options.locking();
            try (Transaction transaction = begin(now)) {
                T result = work.apply(transaction);
                transaction.commit();
                return result;
            } catch (ConflictException | SnapshotTooOldException again) {
                if (conflicts + 1 >= TRIES_MAX) {
                    throw again;
                }
            }
            backOff(conflicts);
        }
    }

    private void backOff(int conflicts) {
        long nanos = random.nextLong(BACK_OFF_NANOS << Math.min(conflicts, BACK_OFF_DOUBLINGS));
        long began = setting.clock.nanos();
        for (long waited = 0; waited < nanos; waited = setting.clock.nanos() - began) {
            whileWaiting.run();
            Waiting.afterNanos(waited);
        }
    }

    /** Reads T; waits until a leading node can be reached. */
    long timestamp() {
        long timestamp = word.read();
        return timestamp != Timestamps.NONE ? timestamp : awaitTimestamp();
    }

    private long awaitTimestamp() {
        long began = setting.coordinator.nanos();
        for (int tries = 0; ; tries++) {
            long timestamp = word.read();
            if (timestamp != Timestamps.NONE) {
                return timestamp;
            }
            if (setting.coordinator.nanos() - began >= setting.timeoutNanos) {
                throw new UnavailableException("the timestamp word could not be read in time");
            }
            giveWay(tries);
        }
    }

    private void giveWay(int tries) {
        whileWaiting.run();
        Waiting.afterLooks(tries);
    }

    /** Notes that a transaction that began behind T ended with a conflict. */
    void conflicted() {
        setting.pending.conflicted();
    }

    /** Counts of the reads of this session's transactions. */
    public ReadCounters readCounters() {
        return reader.counters();
    }

    /** Counts of the ends of this session's transactions. */
    public CommitCounters commitCounters() {
        return commits;
    }

    /** Runs the callback for a transaction with changes that has ended. */
    void changed() {
        setting.whenCommitted.run();
    }

    long nanos() {
        return setting.clock.nanos();
    }

    VersionReader reader() {
        return reader;
    }

    OperationSet operations() {
        return setting.operations;
    }

    /** The placements of all operations on values with parts. */
    List<Placement> placements() {
        // if a node dies, a list's head may be lost while its chunk survives: an append to that chunk would be
        // acknowledged, and never seen
        int generation = reader.generation();
        List<Placement> opened = generation == placementsGeneration ? placements : null;
        if (opened == null) {
            placementsGeneration = generation;
            opened = new ArrayList<>();
            for (ValueOperation operation : setting.operations.all()) {
                Placement placement = operation.placement(this, setting.homes, client ^ setting.clock.nanos() << 20);
                if (placement != null) {
                    opened.add(placement);
                }
            }
            placements = opened;
        }
        return opened;
    }

    /** The placement for an update, or null when the update goes to its own key. */
    @Nullable
    Placement placementOf(Update update) {
        for (Placement placement : placements()) {
            if (placement.places(update)) {
                return placement;
            }
        }
        return null;
    }

    /** Refuses an operation that is unknown on this node before a key is locked for it. */
    void checkKnown(Update update) {
        Objects.requireNonNull(setting.operations.get(update.operation()));
    }

    int home(long key) {
        return setting.homes.home(key);
    }

    void closed(OpenSnapshots.Slot slot) {
        setting.snapshots.ended(slot);
        if (spare == null) {
            spare = slot;
        } else {
            setting.snapshots.release(slot);
        }
    }

    private long[] takeLog(TransactionOptions options) {
        if (options.readOnly()) {
            return NONE;
        }
        long[] log = spareLog;
        spareLog = NONE;
        return log;
    }

    /** Keeps a transaction's memory for the next one. */
    void keep(long[] log) {
        if (log.length > spareLog.length) {
            spareLog = log;
        }
    }

    /**
     * Commits, and returns when the outcome is known. If a home was busy, the homes are asked again one after the
     * other, and wait for their keys.
     */
    void commit(SortedMap<Integer, List<Claim>> claims, long[] readKeys, TransactionContext context) {
        long[] versions = new long[readKeys.length];
        for (int i = 0; i < versions.length; i++) {
            versions[i] = context.reads.version(readKeys[i], 0);
        }
        boolean waits = context.options.lockReads() || crowded > 0;
        crowded = Math.max(0, crowded - 1);
        while (true) {
            CommitOperation operation = begin(claims, readKeys, versions, waits);
            await(operation);
            switch (operation.outcome()) {
                case COMMITTED -> {
                    committed(operation);
                    return;
                }
                case ABORTED -> {
                    boolean again = operation.failure() == VoteReply.BUSY && !waits && claims.size() > 1;
                    if (!again) {
                        throw CommitFailure.ofTransaction(operation);
                    }
                    waits = true;
                    crowded = CROWDED_COMMITS;
                }
                case OPEN, UNKNOWN -> throw CommitFailure.unanswered(operation);
            }
        }
    }

    /**
     * Commits one update of one key by itself, regardless of the key's version: one message to its home and the
     * answer. Throws {@link OperationFailedException} when the operation throws, and a retryable
     * {@link PraghException} when another transaction holds the key for too long, or when the home does not answer in
     * time; in the latter case the update may have happened or not.
     */
    public UpdateResult update(Update update) {
        checkKnown(update);
        long now = setting.snapshots.cached();
        long begin = setting.operations.lockedAt(update, now);
        boolean isUpkeep = begin != now;
        Claim claim = new Claim(update.key(), begin, Claim.ANY, List.of(update));
        SortedMap<Integer, List<Claim>> claims = new TreeMap<>();
        claims.put(home(update.key()), List.of(claim));
        CommitOperation operation = begin(claims, NONE, NONE, true);
        await(operation);
        return switch (operation.outcome()) {
            case COMMITTED -> {
                if (!isUpkeep) { // upkeep does not report its findings
                    committed(operation);
                }
                yield UpdateResult.APPLIED;
            }
            case ABORTED -> {
                if (!isUpkeep) {
                    refused();
                }
                yield CommitFailure.ofUpdate(operation);
            }
            case OPEN, UNKNOWN -> throw CommitFailure.unanswered(operation);
        };
    }

    /**
     * Waits until all changes that the commit may have found are durable, and notes its timestamp. A commit without
     * changes has no record to wait for, and may have found values that are not durable yet.
     */
    private void committed(CommitOperation operation) {
        setting.pending.settle(operation.timestamp());
        lastSeen = Math.max(lastSeen, operation.timestamp());
    }

    /** Waits before a refusal is reported, because its cause may be a value that is not durable yet. */
    void refused() {
        setting.pending.awaitShown();
    }

    /** Begins a commit for a caller that drives its steps one by one. */
    CommitOperation begin(SortedMap<Integer, List<Claim>> claims, long[] readKeys, long[] versions, boolean waits) {
        sequence++;
        return setting.coordinator.begin(new CommitRequest(
                client,
                sequence,
                claims,
                readKeys,
                expected(claims, readKeys, versions),
                true,
                waits,
                setting.timeoutNanos / 2,
                setting.timeoutNanos));
    }

    /** The expected versions; for a roll that this commit signs, the commit's own signature. */
    private long[] expected(SortedMap<Integer, List<Claim>> claims, long[] readKeys, long[] versions) {
        long[] all = versions;
        for (int i = 0; i < readKeys.length; i++) {
            if (RollWord.isRoll(readKeys[i]) && isClaimed(claims, readKeys[i])) {
                all = all == versions ? versions.clone() : all;
                all[i] = RollWord.signed(client, sequence);
            }
        }
        return all;
    }

    /** A binary search: claims are in ascending order of keys. */
    private boolean isClaimed(SortedMap<Integer, List<Claim>> claims, long key) {
        List<Claim> own = claims.getOrDefault(home(key), List.of());
        int from = 0;
        int to = own.size();
        while (from < to) {
            int middle = from + to >>> 1;
            boolean below = Long.compareUnsigned(own.get(middle).key(), key) < 0;
            from = below ? middle + 1 : from;
            to = below ? to : middle;
        }
        return from < own.size() && own.get(from).key() == key;
    }

    private void await(CommitOperation operation) {
        setting.coordinator.drive(operation);
        for (int tries = 0; !operation.decided(); tries++) {
            giveWay(tries);
            setting.coordinator.drive(operation);
        }
    }

    /**
     * Releases the spare slot and the timestamp endpoint; the caller closes the reader. All transactions must have
     * ended.
     */
    public void close() {
        OpenSnapshots.Slot slot = spare;
        if (slot != null) {
            spare = null;
            setting.snapshots.release(slot);
        }
        word.close();
    }
}
