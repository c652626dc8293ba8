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

/** What a node asks of its own homes by calls, in one phase and inside its passage. Any thread. */
public final class LocalCommits {
    private static final long[] NONE = {};
    /** What is in the way of a commit that is done again is over long before; else it cannot be done. */
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
     * Commits in one phase what a coordinator on this node wants of homes that are all here. The answer comes once, perhaps before this
     * returns. False when one of the homes is not served here: then nothing has happened, and there will be no answer.
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
     * Does again what a record of the log says, at those of its homes that {@code at} names, all of which are here, before anybody uses
     * them. False when it cannot be done: the homes are not as they were, or memory is short.
     */
    public boolean redo(CommitRecord record, IntPredicate at) {
        return redo(record, at, REDO_NANOS_MAX);
    }

    /** The same, which is tried for so long. */
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

    /** As {@link #create}, of values that a checkpoint of that moment has, before anybody uses the home. False when memory is short. */
    public boolean restore(int partition, NewValues values, Map<Long, Long> rolls, long timestamp) {
        return create(partition, values, rolls, () -> timestamp) == timestamp;
    }

    /**
     * Gives keys of a home that is here, and is nobody's but this node's, their first values, all at once; they belong to these rolls.
     * Returns their W, or 0: nothing has happened, and a commit can tell why, or wait. Nothing blocks. Not in the log: who wants them to
     * last has a checkpoint made afterwards. Cost: one FETCH_ADD.
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
     * Gives a key of a home that is here the value again that it had, or none, as of a moment; the key is held for that. False when there is
     * no memory, or the home is not here any more.
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

    /** So many keys are about to be created at a home: when it is here its key table grows once, and not again and again. */
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
