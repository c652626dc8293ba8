package io.pragh.core.timestamp;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.function.BooleanSupplier;

/**
 * Access to T, the word in the header of partition 0 that orders all commits. Reads and increments it through the
 * fabric, on the leading node as well. Cost: one round trip per call. One thread at a time.
 */
public final class TimestampWord {
    /** The partition whose header holds the word; the node that serves it is the leading node. */
    public static final int PARTITION = PartitionHeader.LEADING;

    private final Endpoint endpoint;
    private final BooleanSupplier member;
    private final Batch batch = new Batch(1);
    private long greatestTerm;

    /** Creates access through an endpoint; {@code member} says whether this node may still trust what it reads. */
    public TimestampWord(Endpoint endpoint, BooleanSupplier member) {
        this.endpoint = endpoint;
        this.member = member;
    }

    /** T now, or {@link Timestamps#NONE} when the leading node cannot be reached. */
    public long read() {
        batch.clear();
        batch.readWord(PARTITION, PartitionHeader.TIMESTAMP_OFFSET);
        return execute();
    }

    /**
     * Takes W for a commit all of whose locks are set: greater than every R that was taken before.
     * {@link Timestamps#NONE} when the leading node cannot be reached; a number may be lost then, which does no harm.
     */
    public long next() {
        batch.clear();
        batch.fetchAdd(PARTITION, PartitionHeader.TIMESTAMP_OFFSET, 1);
        long before = execute();
        return before == Timestamps.NONE ? before : before + 1;
    }

    /** Closes the endpoint. */
    public void close() {
        endpoint.close();
    }

    private long execute() {
        endpoint.execute(batch);
        // asked after the READ: a member that was expelled meanwhile may have read a word that is no longer the
        // leading one
        if (!batch.ok(0) || !member.getAsBoolean()) {
            return Timestamps.NONE;
        }
        long found = batch.result(0);
        long term = Timestamps.term(found);
        if (term < greatestTerm) {
            return Timestamps.NONE;
        }
        greatestTerm = term;
        return found;
    }
}
