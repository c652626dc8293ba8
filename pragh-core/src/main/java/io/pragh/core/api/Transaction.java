package io.pragh.core.api;

import java.util.List;

/**
 * Reads at one snapshot, and updates that take effect together or not at all. Commit validates the values that were
 * read and not written. Updates run at the owner, under their keys' locks, so operations that need no read (append,
 * remove) never conflict. One thread at a time; not tied to a thread.
 */
public interface Transaction extends ValueReader, AutoCloseable {
    /** Result of {@link #members} for a roll whose number of members is unknown. */
    long UNCOUNTED = -1;
    /** Result of {@link #scan}: nothing was passed to the visitor. */
    long ELSEWHERE = -1;

    /**
     * Reads many values at the transaction's snapshot, including its own updates. Cost: as {@link ValueReader#read},
     * and one READ more for each version that is newer than the snapshot.
     *
     * @throws SnapshotTooOldException when the transaction was open for longer than versions are kept
     * @throws LostValueException when a value died with its node
     */
    @Override
    void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor);

    /** Reads one whole value. */
    default void read(long key, ValueVisitor visitor) {
        read(new long[] {key}, 0, 1, Integer.MAX_VALUE, visitor);
    }

    /**
     * As {@link #read(long[], int, int, int, ValueVisitor)}, for navigation only: commit does not validate these
     * reads.
     */
    void navigate(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor);

    /**
     * As {@link #read(long[], int, int, int, ValueVisitor)}, for values that may prove irrelevant. Commit validates a
     * present value only after {@link #rely}, an absent one always.
     */
    void look(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor);

    /**
     * Has commit validate the value that {@link #look} has read for this key; no effect if there is none. Cost: none
     * before commit.
     */
    void rely(long key);

    /**
     * Adds an update, which is evaluated at commit; updates of one key in the order of these calls. An update whose
     * operation returns {@link ValueOperation#UNCHANGED} is a predicate that must hold at commit. Cost: nothing
     * before commit.
     */
    void update(Update update);

    /** The updates of a key that were added so far, in their order. */
    List<Update> updates(long key);

    /** Whether an update that was added so far erases a value. */
    boolean erases();

    /** The attempt that has committed; until then the latest one. */
    Attempt attempt();

    /** Replaces a value as a whole. */
    default void write(long key, byte[] body) {
        update(new Update(ValueOperation.WRITE, key, 0, 0, body));
    }

    /** Removes a value, if there is one. */
    default void delete(long key) {
        update(new Update(ValueOperation.ERASE, key, 0, 0));
    }

    /**
     * Returns normally if all versions of the snapshot are still kept; for callers that use keys without reading
     * values. Cost: none.
     *
     * @throws SnapshotTooOldException when the transaction was open for longer than versions are kept
     */
    void checkFresh();

    /**
     * Watches a roll: commit conflicts if another transaction, invisible to this one, has signed the roll. Cost:
     * nothing before commit; then one READ, together with those of the keys that were read.
     *
     * @param roll a key of kind {@link io.pragh.core.address.GraphKey#KIND_ROLL}; its label, 0 to 255, is the roll,
     *     its home the partition
     */
    void watch(long roll);

    /**
     * Watches rolls, and returns the number of members of each at the snapshot, without this transaction's own
     * changes, or {@link #UNCOUNTED}: then the caller counts the members one by one. Cost: one READ for each roll, in
     * one batch; the same again while commits are under way that may belong to the snapshot.
     *
     * @param rolls as for {@link #watch}; the first {@link io.pragh.core.address.RollCount#ROLLS} of a partition are
     *     counted
     * @throws SnapshotTooOldException when the transaction was open for longer than versions are kept
     */
    long[] members(long[] rolls);

    /**
     * Signs a roll whose members this transaction changes: a transaction that has watched the roll and does not see
     * the change conflicts. Transactions that only sign neither conflict with each other nor wait for each other.
     * Cost: none where the roll's home takes part in the commit anyway.
     *
     * @param change number of members added, negative for removed ones; several calls add up
     */
    default void sign(long roll, long change) {
        update(new Update(ValueOperation.SIGN, roll, change, 0));
    }

    /**
     * Sets the number of members of a roll, for a caller that has counted them one by one in this transaction and
     * changes none. Conflicts with transactions that change them. Cost: as for {@link #watch} and {@link #sign}.
     */
    default void counted(long roll, long members) {
        watch(roll);
        update(new Update(ValueOperation.SIGN, roll, members, ValueOperation.COUNTED));
    }

    /**
     * As {@link #read(long[], int, int, int, ValueVisitor)}, but commit validates only the values that the visitor
     * chooses. A caller that leaves values out must watch a roll whose members include all values that may come to be
     * chosen.
     */
    void select(long[] keys, int from, int count, ValueChoice choice);

    /**
     * Passes the values of a kind whose home is a partition, at the transaction's snapshot, to a visitor, from a
     * cursor on. The first cursor is 0, each further one the result of the call before, until that is
     * {@link KeyScan#END}. A call passes at least {@code limit} values, if there are so many, and as many more as
     * share a page of the key table with the last one; fewer, even none, when they are rare. A caller that leaves
     * values out, or commits changes, must watch a roll whose members include all values that may come to be found.
     *
     * <p>Returns {@link #ELSEWHERE}, without a call of the visitor, when the scan is impossible here: another node is
     * the partition's home, or keys of it are lost, or this transaction has written something. The caller then
     * continues with a {@link KeyScan} from the same cursor, and reads the values of its keys.
     *
     * <p>Cost: none for values in this node's memory; as {@link #read(long[], int, int, int, ValueVisitor)} for
     * others. A call looks at 256 pages of the key table at most.
     *
     * @param partition of the graph
     * @param kind one of {@link io.pragh.core.address.GraphKey}'s
     * @param cursor where to continue
     * @param limit at least 1
     * @param visitor receives each value
     * @throws SnapshotTooOldException when the transaction was open for longer than versions are kept
     */
    long scan(int partition, int kind, long cursor, int limit, ScanVisitor visitor);

    /**
     * Makes the updates take effect. Returns when they are visible to all transactions that begin from now on. Cost:
     * nothing without updates; see docs/protocols/transactions.md.
     *
     * @throws ConflictException when another transaction was in the way; nothing happened, run it again
     * @throws UpdateRefusedException when an update's precondition does not hold, or its value is full; nothing
     *     happened
     * @throws io.pragh.core.base.PraghException when homes could not be reached in time: the transaction may have
     *     happened or not
     */
    void commit();

    /** Discards the updates. Does nothing after {@link #commit}. */
    void rollback();

    /**
     * As {@link #rollback}, from a thread other than the transaction's own, which may be inside a call: that call
     * ends normally or with an exception, and all later ones end with an exception. Any thread.
     */
    void abandon();

    /** Counts of all reads of this transaction's session so far, including earlier transactions. Cost: none. */
    ReadCounts readCounts();

    /** Rolls back, unless the transaction has ended. */
    @Override
    void close();
}
