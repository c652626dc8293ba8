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
 * Up to which moment all transactions of several homes have ended that a node takes part in, so that it has nothing to ask about them when
 * it is restored; and what of its log others may still ask about. One thread, but {@link #cutAt} any.
 */
/*
 *   BEGIN   t is T. Who takes part from now on gets a W greater than t, since W is taken when all hold their keys. No
 *           record before the log's end of a moment before has a W greater than t.
 *   OPEN    who took part at BEGIN may have any W.
 *   DECIDED all of those have ended: published, or given back with that in the log. A record says so for all up to t.
 *   TOLD    the record lasts. Others hear of it, who keep what this node might have asked for.
 */
public final class DecidedMoments {
    private final KeptDecisionLog decisions;
    private final Node node;
    /** Before these positions no record has a W greater than that timestamp; the oldest that is needed first. */
    private final ArrayDeque<Begun> begun = new ArrayDeque<>();

    private long written;
    private @Nullable Round round;

    /**
     * The node whose moments they are.
     *
     * @param logEnd where its log ends now
     * @param now T, if it can be read
     * @param open the transactions that it takes part in at the moment of the call: whether all of them have ended
     * @param write writes into its log that all up to a moment is decided, and returns when that lasts
     * @param tell tells the others so
     */
    public record Node(
            LongSupplier logEnd,
            Supplier<OptionalLong> now,
            Supplier<BooleanSupplier> open,
            LongConsumer write,
            LongConsumer tell) {}

    private record Round(Begun begun, BooleanSupplier over) {}

    private record Begun(long timestamp, long position) {}

    /** {@code written}: what the log says already. */
    public DecidedMoments(KeptDecisionLog decisions, long written, Node node) {
        this.decisions = decisions;
        this.written = written;
        this.node = node;
    }

    /** Begins to look, or looks whether those have ended who were open then. */
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

    /** Others have told up to which moment all is decided that the node of a partition takes part in. */
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

    /** Where the log may be cut that a checkpoint needs from {@code position} on: others may ask about what is behind. */
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
