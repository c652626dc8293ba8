package io.pragh.core.txn.home;

import io.pragh.core.address.RollWord;
import io.pragh.core.api.NewValues;
import io.pragh.core.base.Waiting;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.Partition;
import io.pragh.core.store.Passage;
import io.pragh.core.store.StoreShare;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls by which a node uses its own homes directly, in one phase and inside its passage: commits, redo of log
 * records, bulk creation and restoring. Any thread.
 */
public final class LocalCommits {
    private static final long[] NONE = {};
    /**
     * Limit on redoing a commit. Temporary obstacles are gone long before; a permanent one makes the redo impossible.
     */
    private static final long REDO_NANOS_MAX = 10_000_000_000L;

    private final TransactionHome home;
    private final TransactionHome.Context context;
    private final Passage passage;
    private final AtomicLong created = new AtomicLong();

    LocalCommits(TransactionHome home, Passage passage) {
        this.home = home;
        this.context = home.context();
        this.passage = passage;
    }

    /**
     * Commits a transaction in one phase at homes that are all on this node, for a coordinator on this node. The
     * answer is delivered once, possibly before this method returns. Returns false, without effect and without an
     * answer, when one of the homes is not served here.
     */
    public boolean commit(long client, long sequence, PrepareRequest request, Consumer<VoteReply> answer) {
        int through = passage.enter();
        try {
            StoreShare share = context.share().get();
            List<Partition> here = new ArrayList<>();
            for (int each : request.participants()) {
                Partition partition = share.partition(each);
                if (partition == null || !share.admits(each) || !share.takesUpdates()) {
                    return false;
                }
                here.add(partition);
            }
            TransactionHome.Asker asker =
                    new TransactionHome.Asker(context.fabric().self(), client, sequence);
            long done = direct(share, here, asker, request);
            if (done != DirectCommit.NOT_DONE) {
                answer.accept(new VoteReply(done, request.partition(), MessageType.PREPARE));
                return true;
            }
            home.begin(here, asker, request, answer);
            return true;
        } finally {
            passage.exit(through);
        }
    }

    private long direct(StoreShare share, List<Partition> homes, TransactionHome.Asker asker, PrepareRequest request) {
        if (!DirectCommit.suits(share, homes, home.hasLost()) || home.isFenced(asker.node())) {
            return DirectCommit.NOT_DONE;
        }
        long signature = RollWord.signed(asker.client(), asker.sequence());
        return new DirectCommit(home, share, homes, request, signature, 0).run();
    }

    /**
     * Redoes a log record at those of its homes that {@code at} selects, all of which are here, before they are used.
     * False when that is impossible: the homes are not in the expected state, or memory is short.
     */
    public boolean redo(CommitRecord record, IntPredicate at) {
        return redo(record, at, REDO_NANOS_MAX);
    }

    /** As {@link #redo(CommitRecord, IntPredicate)}, with a time limit. */
    public boolean redo(CommitRecord record, IntPredicate at, long nanosMax) {
        List<Claim> claims = record.claims().stream()
                .filter(claim -> at.test(context.homes().home(claim.key())))
                .toList();
        if (claims.isEmpty()) {
            return true;
        }
        long began = context.nanos().nanos();
        for (int tries = 0; !redo(record, claims, at); tries++) {
            if (context.nanos().nanos() - began > nanosMax) {
                return false;
            }
            home.poll();
            Waiting.afterLooks(tries); // the node's own upkeep may hold a key for a moment
        }
        return true;
    }

    private boolean redo(CommitRecord record, List<Claim> claims, IntPredicate at) {
        int through = passage.enter();
        try {
            StoreShare share = context.share().get();
            List<Partition> here = new ArrayList<>();
            List<Integer> ids = record.homes().stream().filter(at::test).toList();
            for (int each : ids) {
                Partition partition = share.partition(each);
                if (partition == null) {
                    return false;
                }
                here.add(partition);
            }
            PrepareRequest request = new PrepareRequest(0, ids.get(0), ids, true, false, 0, NONE, NONE, claims);
            long signature = RollWord.signed(context.clientId(), created.incrementAndGet());
            return new DirectCommit(home, share, here, request, signature, record.timestamp()).run()
                    == record.timestamp();
        } finally {
            passage.exit(through);
        }
    }

    /**
     * As {@link #create}, for values of a checkpoint with this timestamp, before the home is used. False when memory
     * is short.
     */
    public boolean restore(int partition, NewValues values, Map<Long, Long> rolls, long timestamp) {
        return create(partition, values, rolls, () -> timestamp) == timestamp;
    }

    /**
     * Gives keys of a home their first values, all at once, with their membership of rolls. The home must be here,
     * and only this node may write to it. Returns their W, or 0 when nothing has happened; a commit can then tell the
     * reason, or wait. Nothing blocks. The values are not logged: a caller that needs them durable has a checkpoint
     * made afterwards. Cost: one FETCH_ADD.
     */
    public long create(int partition, NewValues values, Map<Long, Long> rolls) {
        return create(partition, values, rolls, context.commits());
    }

    private long create(int partition, NewValues values, Map<Long, Long> rolls, LongSupplier timestamps) {
        int through = passage.enter();
        try {
            StoreShare share = context.share().get();
            Partition at = share.partition(partition);
            if (at == null || !FirstValues.takes(share, partition)) {
                return FirstValues.REFUSED;
            }
            long signature = RollWord.signed(context.clientId(), created.incrementAndGet());
            return new FirstValues(context, share, at, values).create(rolls, signature, timestamps);
        } finally {
            passage.exit(through);
        }
    }

    /**
     * Restores the value of a held key of a home here as of a timestamp, or its absence. False when there is no
     * memory, or the home is not here any more.
     */
    public boolean give(long key, @Nullable ByteBuffer body, long version) {
        int through = passage.enter();
        try {
            StoreShare share = context.share().get();
            Partition at = share.partition(context.homes().home(key));
            return at != null && new HeldValues(context, share, at).give(key, body, version);
        } finally {
            passage.exit(through);
        }
    }

    /**
     * Prepares a home for a number of new keys: if the home is here, its key table grows once instead of repeatedly.
     */
    public void expect(int partition, long keys) {
        int through = passage.enter();
        try {
            StoreShare share = context.share().get();
            Partition at = share.partition(partition);
            if (at != null && FirstValues.takes(share, partition)) {
                at.table().expect(keys);
            }
        } finally {
            passage.exit(through);
        }
    }
}
