package io.pragh.core.api;

import java.util.List;

/**
 * Reads of one moment, and updates that take effect together or not at all. What is read and not written is validated when it commits;
 * updates run where values lie, under their keys' locks, so operations that need no read (append, remove) never conflict. One thread
 * at a time; no tie to a thread.
 */
public interface Transaction extends ValueReader, AutoCloseable {
    /** How many members a roll has when nobody knows without looking. */
    long UNCOUNTED = -1;
    /** Answer of {@link #scan}: nothing was handed over. */
    long ELSEWHERE = -1;

    /**
     * Reads many values as of the transaction's moment, its own updates included. Cost: as {@link ValueReader#read}, and one READ more
     * for each version that is newer than that moment.
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

    /** As {@link #read(long[], int, int, int, ValueVisitor)} for reads that only lead the way: they are not validated. */
    void navigate(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor);

    /**
     * As {@link #read(long[], int, int, int, ValueVisitor)} for values that may turn out not to matter: those that are there are
     * validated if {@link #rely} says so, those that are not in any case.
     */
    void look(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor);

    /** What {@link #look} has shown of a key is validated; nothing happens where it has shown nothing. Cost: none before commit. */
    void rely(long key);

    /**
     * Adds an update, evaluated at commit; updates of one key in this order. One whose operation answers
     * {@link ValueOperation#UNCHANGED} is a predicate: it must hold when the transaction commits. Cost: nothing before commit.
     */
    void update(Update update);

    /** The updates of a key that were added so far, in this order. */
    List<Update> updates(long key);

    /** Whether an update that was added so far erases a value. */
    boolean erases();

    /** By which attempt it has committed; the last one tried while it has not. */
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
     * Returns if everything that the transaction sees is kept still: for who looks at keys without reading them. Cost: none.
     *
     * @throws SnapshotTooOldException when the transaction was open for longer than versions are kept
     */
    void checkFresh();

    /**
     * Watches a roll: the transaction conflicts if another one that it does not see has signed the roll when it commits. Cost: nothing
     * before commit; then one READ, together with those of the keys that were read.
     *
     * @param roll a key of kind {@link io.pragh.core.address.GraphKey#KIND_ROLL}; its label, 0 to 255, is the roll, its home the partition
     */
    void watch(long roll);

    /**
     * Watches rolls, and tells how many members each has at the transaction's moment, this transaction's own changes left out, or {@link
     * #UNCOUNTED}: then the members are to be counted one by one. Cost: one READ for each, in one batch; the same again while commits are
     * under way that may be of before that moment.
     *
     * @param rolls as for {@link #watch}; the first {@link io.pragh.core.address.RollCount#ROLLS} of a partition are counted
     * @throws SnapshotTooOldException when the transaction was open for longer than versions are kept
     */
    long[] members(long[] rolls);

    /**
     * Signs a roll whose members this transaction changes: whoever has watched it and does not see the change conflicts. Those who only sign
     * do not conflict, and do not wait for each other. Cost: none where the roll's home takes part in the commit anyway.
     *
     * @param change how many more members there are; of several calls the sum
     */
    default void sign(long roll, long change) {
        update(new Update(ValueOperation.SIGN, roll, change, 0));
    }

    /**
     * Tells a roll how many members it has, for a caller that has counted them one by one in this transaction and changes none. Conflicts
     * with whoever changes them. Cost: as for {@link #watch} and {@link #sign}.
     */
    default void counted(long roll, long members) {
        watch(roll);
        update(new Update(ValueOperation.SIGN, roll, members, ValueOperation.COUNTED));
    }

    /**
     * As {@link #read(long[], int, int, int, ValueVisitor)}, but only what the visitor chooses is validated. Whoever leaves something out
     * watches a roll whose members include all that may come to be chosen.
     */
    void select(long[] keys, int from, int count, ValueChoice choice);

    /**
     * Hands over the values of a kind whose home is a partition, as of the transaction's moment, from a cursor on: 0 at first, then what the
     * call before returned, until that is {@link KeyScan#END}. At least {@code limit} of them, if there are so many, and as many more as
     * share a page of the key table with the last one; fewer, even none, when they are rare. Whoever leaves something out, or commits
     * changes, watches a roll whose members include all that may come to be found.
     *
     * <p>Returns {@link #ELSEWHERE}, and has handed over nothing, when that cannot be done here: another node is the partition's home, or
     * keys of it are lost, or this transaction has written something. Then a {@link KeyScan} goes on from the same cursor, and the
     * values of its keys are read.
     *
     * <p>Cost: none for values in this node's memory; as {@link #read(long[], int, int, int, ValueVisitor)} for others. A call looks at 256
     * pages of the key table at most.
     *
     * @param partition of the graph
     * @param kind of {@link io.pragh.core.address.GraphKey}'s
     * @param cursor where to go on
     * @param limit from 1 on
     * @param visitor gets each of them
     * @throws SnapshotTooOldException when the transaction was open for longer than versions are kept
     */
    long scan(int partition, int kind, long cursor, int limit, ScanVisitor visitor);

    /**
     * Makes the updates take effect. Returns when they are visible to all transactions that begin from now on. Cost: nothing without
     * updates; see docs/protocols/transactions.md.
     *
     * @throws ConflictException when another transaction was in the way; nothing happened, run it again
     * @throws UpdateRefusedException when an update's precondition does not hold, or its value is full; nothing happened
     * @throws io.pragh.core.base.PraghException when homes could not be reached in time: the transaction may have happened or not
     */
    void commit();

    /** Gives the updates up. Does nothing after {@link #commit}. */
    void rollback();

    /**
     * The same by another thread than the one that uses it and may be inside a call: that call ends with an exception or as it would have,
     * and all later ones with an exception. Any thread.
     */
    void abandon();

    /** What this transaction's session has read so far, by this and by earlier transactions. Cost: none. */
    ReadCounts readCounts();

    /** Rolls back what was not committed. */
    @Override
    void close();
}
