package io.pragh.core.txn;

import io.pragh.core.access.HomeScan;
import io.pragh.core.access.VersionVisitor;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.Attempt;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.ReadCounts;
import io.pragh.core.api.ScanVisitor;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionEnd;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.api.ValueChoice;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import io.pragh.core.timestamp.OpenSnapshots;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A transaction of one session, created by {@link Transactions}. One thread at a time. */
final class SnapshotTransaction implements Transaction {
    private static final ValueVisitor NOBODY = (index, region, body, bodyBytes) -> {};

    private final Transactions session;
    private final TransactionContext context;
    private final OpenSnapshots.Slot slot;
    /** Created with the first tracked read. */
    private @Nullable Tracking tracking;
    /** Created with the first scan. */
    private HomeScan.@Nullable Snapshot scanned;

    private final AtomicBoolean open = new AtomicBoolean(true);

    SnapshotTransaction(Transactions session, TransactionContext context, OpenSnapshots.Slot slot) {
        this.session = session;
        this.context = context;
        this.slot = slot;
    }

    /**
     * Passes values on and notes their versions. One object serves all reads, because a read ends before the next
     * begins.
     */
    private final class Tracking extends VersionVisitor {
        private ValueVisitor visitor = NOBODY;
        private ReadSet notes = context.reads;
        private long[] keys = {};
        private int from;

        @Override
        public void version(int index, long version) {
            ReadSet there = version == NO_VERSION ? context.reads : notes;
            there.put(keys[from + index], version);
        }

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            visitor.value(index, region, body, bodyBytes);
        }

        @Override
        public boolean value(int index, Region region, long body, int bodyBytes, AppendedEntries behind) {
            return visitor.value(index, region, body, bodyBytes, behind);
        }

        @Override
        public void absent(int index) {
            visitor.absent(index);
        }
    }

    /** Passes values on and notes the versions of the chosen ones. */
    private final class Choosing extends VersionVisitor {
        private final ValueChoice choice;
        private final long[] keys;
        private final int from;
        private long version;

        Choosing(ValueChoice choice, long[] keys, int from) {
            this.choice = choice;
            this.keys = keys;
            this.from = from;
        }

        @Override
        public void version(int index, long found) {
            version = found;
        }

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            if (choice.chooses(index, region, body, bodyBytes)) {
                context.reads.put(keys[from + index], version);
            }
        }
    }

    /** The same visitor, or one that notes versions before it. */
    private ValueVisitor tracking(ValueVisitor visitor, long[] keys, int from, boolean tracks) {
        return !tracks || context.options.readOnly() ? visitor : noting(context.reads, visitor, keys, from);
    }

    /**
     * A visitor that notes versions before it passes values on: keys without a value go to the read set, the others
     * to {@code notes}.
     */
    private ValueVisitor noting(ReadSet notes, ValueVisitor visitor, long[] keys, int from) {
        Tracking noting = tracking;
        if (noting == null) {
            noting = new Tracking();
            tracking = noting;
        }
        noting.visitor = visitor;
        noting.notes = notes;
        noting.keys = keys;
        noting.from = from;
        return noting;
    }

    @Override
    public void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        look(keys, from, count, bodyBytesMax, visitor, true);
    }

    @Override
    public void navigate(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        look(keys, from, count, bodyBytesMax, visitor, false);
    }

    @Override
    public void look(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        checkOpen();
        if (context.options.readOnly() || isWritten(keys, from, count)) {
            read(keys, from, count, bodyBytesMax, visitor);
        } else {
            ReadSet looked = context.looked == null ? new ReadSet() : context.looked;
            context.looked = looked;
            fetch(keys, from, count, bodyBytesMax, noting(looked, visitor, keys, from));
        }
    }

    @Override
    public void rely(long key) {
        checkOpen();
        ReadSet looked = context.looked;
        if (looked != null && looked.contains(key)) {
            context.reads.put(key, looked.version(key, VersionVisitor.NO_VERSION));
        }
    }

    private boolean isWritten(long[] keys, int from, int count) {
        boolean written = false;
        for (int i = from; i < from + count; i++) {
            written |= context.writes.contains(keys[i]);
        }
        return written;
    }

    @Override
    public void select(long[] keys, int from, int count, ValueChoice choice) {
        checkOpen();
        if (context.options.readOnly() || isWritten(keys, from, count)) {
            read(keys, from, count, Integer.MAX_VALUE, choice::chooses);
        } else {
            fetch(keys, from, count, Integer.MAX_VALUE, new Choosing(choice, keys, from));
        }
    }

    @Override
    public void watch(long roll) {
        checkOpen();
        if (!context.options.readOnly()) {
            context.reads.put(roll, context.timestamp);
        }
    }

    @Override
    public long[] members(long[] rolls) {
        for (long roll : rolls) {
            watch(roll);
        }
        checkFresh();
        return session.reader().rolls().members(rolls, context.timestamp);
    }

    @Override
    public long scan(int partition, int kind, long cursor, int limit, ScanVisitor visitor) {
        checkOpen();
        if (!context.writes.isEmpty()) {
            return ELSEWHERE;
        }
        HomeScan.Snapshot seen = scanned;
        if (seen == null) {
            HomeScan.Notes notes = context.options.readOnly() ? (key, edition) -> {} : context.reads::put;
            seen = new HomeScan.Snapshot(context.timestamp, slot, notes);
            scanned = seen;
        }
        return session.reader().scans().scan(partition, kind, cursor, limit, seen, visitor);
    }

    private void look(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor, boolean tracks) {
        checkOpen();
        if (context.writes.isEmpty()) {
            fetch(keys, from, count, bodyBytesMax, tracking(visitor, keys, from, tracks));
            return;
        }
        long[] others = new long[count];
        int[] indexes = new int[count];
        int otherCount = 0;
        for (int i = 0; i < count; i++) {
            List<Update> updates = context.writes.of(keys[from + i]);
            if (updates.isEmpty()) {
                others[otherCount] = keys[from + i];
                indexes[otherCount++] = i;
            } else {
                overlay(keys, from + i, i, updates, visitor, tracks);
            }
        }
        fetch(others, 0, otherCount, bodyBytesMax, tracking(new Picked(visitor, indexes), others, 0, tracks));
    }

    private void overlay(long[] keys, int at, int index, List<Update> updates, ValueVisitor visitor, boolean tracks) {
        Overlay overlay = new Overlay(session.operations(), update -> session.placementOf(update) != null);
        ValueVisitor seen = new ValueVisitor() {
            @Override
            public void value(int ignored, Region region, long body, int bodyBytes) {
                overlay.start(region, body, bodyBytes);
                overlay.apply(updates);
                answer();
            }

            @Override
            public void absent(int ignored) {
                overlay.apply(updates);
                answer();
            }

            private void answer() {
                if (overlay.bodyBytes == ValueOperation.ABSENT) {
                    visitor.absent(index);
                } else {
                    visitor.value(index, overlay.region, overlay.body, overlay.bodyBytes);
                }
            }
        };
        fetch(keys, at, 1, Integer.MAX_VALUE, tracking(seen, keys, at, tracks));
    }

    /** Translates the indexes of a selection of keys into the indexes that the visitor knows. */
    private static final class Picked implements ValueVisitor {
        private final ValueVisitor visitor;
        private final int[] indexes;

        Picked(ValueVisitor visitor, int[] indexes) {
            this.visitor = visitor;
            this.indexes = indexes;
        }

        @Override
        public void value(int picked, Region region, long body, int bodyBytes) {
            visitor.value(indexes[picked], region, body, bodyBytes);
        }

        @Override
        public boolean value(int picked, Region region, long body, int bodyBytes, AppendedEntries behind) {
            return visitor.value(indexes[picked], region, body, bodyBytes, behind);
        }

        @Override
        public void absent(int picked) {
            visitor.absent(indexes[picked]);
        }
    }

    private void fetch(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        session.reader().read(keys, from, count, bodyBytesMax, context.timestamp, slot, visitor);
    }

    @Override
    public void update(Update update) {
        checkOpen();
        if (context.options.readOnly()) {
            throw new PraghException("a transaction that was begun for reading cannot write");
        }
        session.checkKnown(update);
        context.add(update);
    }

    @Override
    public List<Update> updates(long key) {
        checkOpen();
        return context.updates(key);
    }

    @Override
    public boolean erases() {
        return context.writes.erases();
    }

    @Override
    public Attempt attempt() {
        return context.attempt;
    }

    @Override
    public void commit() {
        checkOpen();
        IsolationLevel level = context.options.level();
        CommitCounters counters = session.commitCounters();
        try {
            if (context.writes.isEmpty()) {
                counters.ended(level, TransactionEnd.READ_ONLY);
            } else {
                long began = session.nanos();
                new CommitAttempts(session, context, slot).run();
                counters.committed(level, session.nanos() - began);
            }
        } catch (RuntimeException failed) {
            TransactionEnd how = endOf(failed);
            counters.ended(level, how);
            if (how == TransactionEnd.REFUSED) {
                session.refused();
            }
            throw failed;
        } finally {
            end();
        }
        if (!context.writes.isEmpty()) {
            session.changed();
        }
    }

    private static TransactionEnd endOf(RuntimeException failed) {
        if (failed instanceof ConflictException) {
            return TransactionEnd.CONFLICT;
        }
        if (failed instanceof SnapshotTooOldException) {
            return TransactionEnd.TOO_OLD;
        }
        boolean refused = failed instanceof UpdateRefusedException || failed instanceof OperationFailedException;
        return refused ? TransactionEnd.REFUSED : TransactionEnd.UNKNOWN;
    }

    @Override
    public void rollback() {
        if (open.get()) {
            session.commitCounters().ended(context.options.level(), TransactionEnd.ROLLED_BACK);
            end();
        }
    }

    @Override
    public void abandon() {
        if (open.getAndSet(false)) { // the read log stays with the thread that may be inside a call
            session.commitCounters().ended(context.options.level(), TransactionEnd.ROLLED_BACK);
            session.closed(slot);
        }
    }

    private void end() {
        if (open.getAndSet(false)) {
            session.closed(slot);
            session.keep(context.reads.giveUpLog());
        }
    }

    private void checkOpen() {
        if (!open.get()) {
            throw new PraghException("the transaction has ended, or its node was closed; begin another one");
        }
    }

    @Override
    public void checkFresh() {
        checkOpen();
        if (slot.getAsBoolean()) {
            throw SnapshotTooOldException.expired();
        }
    }

    OpenSnapshots.Slot slot() {
        return slot;
    }

    TransactionOptions options() {
        return context.options;
    }

    long timestamp() {
        return context.timestamp;
    }

    @Override
    public ReadCounts readCounts() {
        return session.readCounters().counts();
    }

    @Override
    public void close() {
        rollback();
    }
}
