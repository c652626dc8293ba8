package io.pragh.core.durable;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Determines the decided moment of a node: the timestamp up to which all transactions of several homes in which the
 * node takes part have ended, so that it need not ask about them when it is restored. Also determines which records
 * other nodes may still ask about. One thread, but {@link #cutAt} any.
 */
/*
 *   BEGIN   t is T. A transaction that takes part from now on gets a W greater than t, since W is taken when all
 *           keys are held. No record before the position that was the log's end before has a W greater than t.
 *   OPEN    the transactions that took part at BEGIN may have any W.
 *   DECIDED all of those have ended: published, or given back with that in the log. A record says so for all up to t.
 *   TOLD    the record is durable. The other nodes are told, which have kept the records that this node might have
 *           asked for.
 */
public final class DecidedMoments {
    private final KeptDecisionLog decisions;
    private final Node node;
    /**
     * Log positions before which no record has a W greater than a timestamp; the oldest that is needed comes first.
     */
    private final ArrayDeque<Begun> begun = new ArrayDeque<>();

    private long written;
    private @Nullable Round round;

    /**
     * The node whose moments they are.
     *
     * @param logEnd the position at which its log ends now
     * @param now T, if it can be read
     * @param open captures the transactions in which the node takes part now; the result tells whether all of them
     *     have ended
     * @param write writes into its log that all transactions up to a timestamp are decided, and returns when that is
     *     durable
     * @param tell tells the other nodes so
     */
    public record Node(
            LongSupplier logEnd,
            Supplier<OptionalLong> now,
            Supplier<BooleanSupplier> open,
            LongConsumer write,
            LongConsumer tell) {}

    private record Round(Begun begun, BooleanSupplier over) {}

    private record Begun(long timestamp, long position) {}

    /** Starts with {@code written}, the decided moment in the log. */
    public DecidedMoments(KeptDecisionLog decisions, long written, Node node) {
        this.decisions = decisions;
        this.written = written;
        this.node = node;
    }

    /**
     * Takes a step: begins a moment, or checks whether the transactions that were open at its beginning have ended.
     */
    public void look() {
        Round now = round;
        if (now == null) {
            begin();
        } else if (now.over.getAsBoolean()) {
            long timestamp = now.begun.timestamp;
            if (decisions.latest() > written) {
                node.write.accept(timestamp);
                written = timestamp;
            }
            node.tell.accept(timestamp);
            synchronized (begun) {
                begun.add(now.begun);
            }
            round = null;
        }
    }

    private void begin() {
        long position = node.logEnd.getAsLong(); // before t is read
        OptionalLong timestamp = node.now.get();
        if (timestamp.isPresent()) {
            round = new Round(new Begun(timestamp.getAsLong(), position), node.open.get());
        }
    }

    /** Takes the decided moments that the nodes of all partitions have told. */
    public void hear(IntToLongFunction decided) {
        decisions.settle(decided);
        long oldest = decisions.oldest();
        synchronized (begun) {
            while (begun.size() > 1 && second().timestamp < oldest) {
                begun.removeFirst();
            }
        }
    }

    private Begun second() {
        Iterator<Begun> all = begun.iterator();
        all.next();
        return all.next();
    }

    /**
     * The position at which the log may be cut when a checkpoint needs it from {@code position} on: other nodes may
     * ask about records from there on.
     */
    public long cutAt(long position) {
        if (decisions.size() == 0) {
            return position;
        }
        long oldest = decisions.oldest();
        synchronized (begun) {
            Begun first = begun.peekFirst();
            return first == null || first.timestamp >= oldest ? 0 : Math.min(position, first.position);
        }
    }
}
