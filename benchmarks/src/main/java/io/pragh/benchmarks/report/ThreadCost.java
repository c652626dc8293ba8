package io.pragh.benchmarks.report;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;

/**
 * The cost of a query to the calling thread: microseconds of processor time, which a busy machine does not change
 * much, and bytes allocated. The work of other threads for it is not included. Immutable.
 *
 * @param micros of processor time
 * @param bytes allocated
 */
public record ThreadCost(double micros, double bytes) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Runs so many queries, numbered from 0, and returns the cost of one. */
    public static ThreadCost of(int count, IntConsumer question) {
        long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
        long began = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < count; i++) {
            question.accept(i);
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - began;
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
        return new ThreadCost(nanos / 1e3 / count, (double) bytes / count);
    }

    /** The number of queries, of so many at most and one at least, that fit into so much processor time. */
    public static int countWithin(long nanos, int most, IntConsumer question) {
        int count = 0;
        long began = THREADS.getCurrentThreadCpuTime();
        do {
            question.accept(count++);
        } while (count < most && THREADS.getCurrentThreadCpuTime() - began < nanos);
        return count;
    }

    /**
     * The median of the later half of all rounds, for each number separately: code is compiled during the earlier
     * half.
     */
    public static ThreadCost medianOfLater(List<ThreadCost> rounds) {
        List<ThreadCost> later = rounds.subList(rounds.size() / 2, rounds.size());
        return new ThreadCost(median(later, ThreadCost::micros), median(later, ThreadCost::bytes));
    }

    private static double median(List<ThreadCost> costs, ToDoubleFunction<ThreadCost> number) {
        double[] numbers = costs.stream().mapToDouble(number).sorted().toArray();
        int middle = numbers.length / 2;
        return numbers.length % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
    }

    /** The mean for ratios; an arithmetic one would weigh them by their size. */
    public static double geometricMean(double... ratios) {
        return Math.exp(Arrays.stream(ratios).map(Math::log).average().orElse(Double.NaN));
    }
}
