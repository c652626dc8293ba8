package io.pragh.core.txn;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.RollWord;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.VoteReply;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A commit whose steps a test makes one by one; in two phases even for one home, unless {@link #onePhase} is called.
 * One thread.
 */
public final class SteppedCommit {
    private static final long PATIENCE_NANOS = 1_000_000_000_000L;

    private final SortedMap<Long, Claim> claims = new TreeMap<>(Long::compareUnsigned);
    private final ReadSet reads = new ReadSet();
    private final CommitCoordinator coordinator;
    private final HomeMap homes;
    private final long client;
    private final long begin;
    private boolean waits;
    private boolean onePhase;
    private int writesBy = ValueOperation.WRITE;
    private CommitOperation operation;

    /** A transaction of a client that began at this timestamp. */
    public SteppedCommit(CommitCoordinator coordinator, HomeMap homes, long client, long begin) {
        this.coordinator = coordinator;
        this.homes = homes;
        this.client = client;
        this.begin = begin;
        this.operation = coordinator.begin(new CommitRequest(
                client, 0, new TreeMap<>(), new long[0], new long[0], false, false, 0, PATIENCE_NANOS));
    }

    /** Adds a version to the read set. */
    public SteppedCommit read(long key, long version) {
        reads.put(key, version);
        return this;
    }

    /** Makes the transaction write by an operation whose first argument is the number. */
    public SteppedCommit writingBy(int operation) {
        writesBy = operation;
        return this;
    }

    /** Writes a number. */
    public SteppedCommit write(long key, long number) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (number >>> 8 * i);
        }
        Update update = writesBy == ValueOperation.WRITE
                ? new Update(writesBy, key, 0, 0, bytes)
                : new Update(writesBy, key, number, 0);
        claims.put(key, new Claim(key, begin, reads.version(key, Claim.ANY), List.of(update)));
        return this;
    }

    /** Watches a roll. */
    public SteppedCommit watch(long roll) {
        reads.put(roll, begin);
        return this;
    }

    /** Signs at a roll. */
    public SteppedCommit sign(long roll) {
        return sign(roll, 0);
    }

    /** Signs at a roll, whose number of members changes by {@code change}. */
    public SteppedCommit sign(long roll, long change) {
        Update update = new Update(ValueOperation.SIGN, roll, change, 0);
        claims.put(roll, new Claim(roll, begin, reads.version(roll, Claim.ANY), List.of(update)));
        return this;
    }

    /** Makes the commit wait for keys that others hold. */
    public SteppedCommit waiting() {
        waits = true;
        return this;
    }

    /** Lets a single home commit in one phase. */
    public SteppedCommit onePhase() {
        onePhase = true;
        return this;
    }

    /** Begins to commit, with a sequence that is new for the client. */
    public SteppedCommit start(long sequence) {
        SortedMap<Integer, List<Claim>> byHome = new TreeMap<>();
        claims.values()
                .forEach(c -> byHome.computeIfAbsent(homes.home(c.key()), h -> new ArrayList<>())
                        .add(c));
        long[] keys = java.util.Arrays.stream(reads.keys())
                .filter(k -> RollWord.isRoll(k) || !claims.containsKey(k))
                .toArray();
        long[] versions = java.util.Arrays.stream(keys)
                .map(k -> claims.containsKey(k) ? RollWord.signed(client, sequence) : reads.version(k, 0))
                .toArray();
        coordinator.ended(operation);
        operation = coordinator.begin(new CommitRequest(
                client, sequence, byHome, keys, versions, onePhase, waits, PATIENCE_NANOS, PATIENCE_NANOS));
        return this;
    }

    /** Makes one step, or sends the requests that the step needs. */
    public void advance() {
        operation.advance(coordinator.nanos());
    }

    /** Gives up: the coordinator forgets the commit, and says so to a home that asks. */
    public void giveUp() {
        operation.giveUp(coordinator.nanos());
    }

    /** Whether this is the commit with this client and sequence. */
    public boolean isNamed(long ofClient, long sequence) {
        return client == ofClient && operation.sequence() == sequence;
    }

    /** Whether a vote belongs to the present step: a vote on a former step changes nothing. */
    public boolean awaits(VoteReply vote) {
        return switch (operation.step()) {
            case PREPARE -> vote.type() == MessageType.PREPARE;
            case DECIDE -> vote.type() == MessageType.DECIDE;
            case PUBLISH -> vote.type() == MessageType.PUBLISH;
            case TAKE_BACK -> vote.type() == MessageType.TAKE_BACK;
            case ROLLBACK -> vote.type() == MessageType.ROLLBACK;
            case TIMESTAMP, VALIDATE, DONE -> false;
        };
    }

    /** The name of the present step. */
    public String step() {
        return operation.step().name();
    }

    /** W, once it was taken. */
    public long timestamp() {
        return operation.timestamp();
    }

    /** Whether the caller was told that the transaction is committed. */
    public boolean committed() {
        return operation.committed();
    }

    /** The outcome as far as it is known. */
    public String outcome() {
        return operation.outcome().name();
    }

    /** Whether the caller was told the outcome. */
    public boolean decided() {
        return operation.decided();
    }
}
