package io.pragh.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Serializability by its definition: tries all orders of a few transactions, and all choices of which unanswered
 * commits happened. One thread.
 */
final class SerialOrders {
    private final List<RecordedTransaction> transactions;
    private final boolean realTime;

    private SerialOrders(List<RecordedTransaction> transactions, boolean realTime) {
        this.transactions = transactions;
        this.realTime = realTime;
    }

    /** Whether some serial order explains all reads of committed transactions. */
    static boolean exist(List<RecordedTransaction> history, boolean realTime) {
        List<RecordedTransaction> candidates =
                history.stream().filter(t -> t.outcome() != Outcome.ABORTED).toList();
        return new SerialOrders(candidates, realTime).extend(0, new HashMap<>());
    }

    private boolean extend(int placed, Map<Long, List<Long>> lists) {
        boolean complete = true;
        for (int t = 0; t < transactions.size(); t++) {
            if ((placed >> t & 1) != 0) {
                continue;
            }
            complete &= transactions.get(t).outcome() == Outcome.UNKNOWN;
            if (mayFollow(placed, t)) {
                Map<Long, List<Long>> after = new HashMap<>(lists);
                if (explains(transactions.get(t), after) && extend(placed | 1 << t, after)) {
                    return true;
                }
            }
        }
        return complete;
    }

    /** Whether no transaction that is still to be placed has to come before this one. */
    private boolean mayFollow(int placed, int t) {
        RecordedTransaction next = transactions.get(t);
        for (int o = 0; o < transactions.size(); o++) {
            RecordedTransaction other = transactions.get(o);
            boolean earlier = other.outcome() == Outcome.COMMITTED && other.completed() < next.invoked();
            if (o != t
                    && (placed >> o & 1) == 0
                    && earlier
                    && (realTime && next.fresh() || other.process() == next.process())) {
                return false;
            }
        }
        return true;
    }

    private static boolean explains(RecordedTransaction transaction, Map<Long, List<Long>> lists) {
        for (Step step : transaction.steps()) {
            List<Long> list = lists.getOrDefault(step.key(), List.of());
            if (step instanceof Step.Append append) {
                List<Long> longer = new ArrayList<>(list);
                longer.add(append.element());
                lists.put(step.key(), longer);
            } else if (step instanceof Step.Read read
                    && !Arrays.equals(
                            read.elements(), list.stream().mapToLong(e -> e).toArray())) {
                return false;
            }
        }
        return true;
    }
}
