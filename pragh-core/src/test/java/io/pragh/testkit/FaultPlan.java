package io.pragh.testkit;

/**
 * The faults of a {@link FaultyNetwork} and their rates from 0 (never) to 1 (always), and the seed of all chance. A
 * failing test should print the plan: equal plans make equal runs, as long as every endpoint does the same.
 * Immutable.
 *
 * @param seed of every random choice
 * @param operations faults of one-sided operations
 * @param messages faults of messages
 */
public record FaultPlan(long seed, Operations operations, Messages messages) {
    /**
     * Faults of one-sided operations.
     *
     * @param dropBefore an operation on another node is lost on its way: no effect, UNREACHABLE
     * @param dropAfter its answer is lost: it has its effect, UNREACHABLE
     * @param delayEffect it takes effect only some polls after it was posted
     * @param delayCompletion a batch is reported complete only some polls after it was
     * @param delayPollsMax a delay is 1 to so many polls of the endpoint
     * @param reorder a batch is executed in random order
     * @param tear one half of a READ of more than a word is read some polls after the other
     */
    public record Operations(
            double dropBefore,
            double dropAfter,
            double delayEffect,
            double delayCompletion,
            int delayPollsMax,
            double reorder,
            double tear) {
        /** No faults. */
        public static final Operations NONE = new Operations(0, 0, 0, 0, 1, 0, 0);

        /** Operations are lost at this rate, half of them after their effect. */
        public Operations dropping(double rate) {
            return new Operations(rate / 2, rate / 2, delayEffect, delayCompletion, delayPollsMax, reorder, tear);
        }

        /** Effects and completions are delayed at this rate, by 1 to {@code pollsMax} polls. */
        public Operations delaying(double rate, int pollsMax) {
            return new Operations(dropBefore, dropAfter, rate, rate, pollsMax, reorder, tear);
        }

        /** Batches are executed in random order at this rate. */
        public Operations reordering(double rate) {
            return new Operations(dropBefore, dropAfter, delayEffect, delayCompletion, delayPollsMax, rate, tear);
        }

        /** READs are torn at this rate. */
        public Operations tearing(double rate) {
            return new Operations(dropBefore, dropAfter, delayEffect, delayCompletion, delayPollsMax, reorder, rate);
        }
    }

    /**
     * Faults of messages. They are never doubled nor corrupted, because no fabric may do so.
     *
     * @param drop a message to another node is lost
     * @param delay a message arrives only some deliveries after it could have
     * @param delayDeliveriesMax a delay is 1 to so many calls of {@code deliver}
     * @param reorder a message overtakes others that wait
     */
    public record Messages(double drop, double delay, int delayDeliveriesMax, double reorder) {
        /** No faults. */
        public static final Messages NONE = new Messages(0, 0, 1, 0);
    }

    /** A plan without faults; crashes and cuts may still be made. */
    public static FaultPlan none(long seed) {
        return new FaultPlan(seed, Operations.NONE, Messages.NONE);
    }

    /** Delays and changes of order, which the SPI allows a healthy fabric at any time. */
    public static FaultPlan benign(long seed) {
        return new FaultPlan(
                seed, Operations.NONE.delaying(0.3, 4).reordering(0.5).tearing(0.3), new Messages(0, 0.3, 4, 0.3));
    }

    /** All faults of {@link #benign}, and losses of operations and messages. */
    public static FaultPlan hostile(long seed) {
        FaultPlan benign = benign(seed);
        return new FaultPlan(seed, benign.operations.dropping(0.05), new Messages(0.05, 0.3, 4, 0.3));
    }

    /** This plan with other faults of operations. */
    public FaultPlan with(Operations changed) {
        return new FaultPlan(seed, changed, messages);
    }

    /** This plan with other faults of messages. */
    public FaultPlan with(Messages changed) {
        return new FaultPlan(seed, operations, changed);
    }
}
