package io.pragh.core.fabric;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Counts the operations that one endpoint has posted to each other node: a line of words per node, preceded by the
 * number of batches. Written by the endpoint's thread, read by any.
 *
 * <p>There is one writer, so that counting is a plain addition with an opaque write and needs no locked instruction.
 * The words lie in the middle of an array, so that no two endpoints share a cache line. Each line is as long as a
 * cache line; there are at most {@link TrafficTally#LINES} of them, which is 17 KB.
 */
public final class EndpointTally {
    private static final int READS = 0;
    private static final int WRITES = 1;
    private static final int CAS = 2;
    private static final int FETCH_ADDS = 3;
    private static final int READ_BYTES = 4;
    private static final int WRITE_BYTES = 5;
    private static final int LINE_WORDS = 8;

    private static final int PADDING = 16;
    private static final int BATCHES = PADDING;
    private static final int FIRST_LINE = BATCHES + LINE_WORDS;
    private static final int LINES_AT_FIRST = 8;
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final TrafficTally tally;
    /** Replaced by the writer alone, with a longer array that holds the same counts. */
    private volatile long[] words = new long[length(LINES_AT_FIRST)];

    EndpointTally(TrafficTally tally) {
        this.tally = tally;
    }

    private static int length(int lines) {
        return FIRST_LINE + lines * LINE_WORDS + PADDING;
    }

    /**
     * Counts an operation.
     *
     * @param node the other node whose memory it accesses; {@link TrafficTally#NOBODY} when no node exposes the
     *     partition
     */
    public void operation(int node, Batch.Kind kind, int bytes) {
        int number = tally.line(node);
        long[] counts = words;
        if (length(number + 1) > counts.length) {
            counts = grow(number);
        }
        int line = FIRST_LINE + number * LINE_WORDS;
        switch (kind) {
            case READ -> {
                add(counts, line + READS, 1);
                add(counts, line + READ_BYTES, bytes);
            }
            case WRITE -> {
                add(counts, line + WRITES, 1);
                add(counts, line + WRITE_BYTES, bytes);
            }
            case CAS -> add(counts, line + CAS, 1);
            case FETCH_ADD -> add(counts, line + FETCH_ADDS, 1);
        }
    }

    /** Counts a batch that had an operation on another node. */
    public void batch() {
        add(words, BATCHES, 1);
    }

    private static void add(long[] counts, int word, long count) {
        LONGS.setOpaque(counts, word, counts[word] + count);
    }

    private long[] grow(int number) {
        int lines = Math.min(TrafficTally.LINES, 2 * (number + 1));
        long[] longer = Arrays.copyOf(words, length(lines));
        words = longer;
        return longer;
    }

    /** Batches so far. */
    long batches() {
        return count(words, BATCHES);
    }

    /** The counts of a line so far, over all nodes that have had it. */
    Traffic traffic(int number) {
        long[] counts = words;
        if (length(number + 1) > counts.length) {
            return Traffic.NONE;
        }
        int line = FIRST_LINE + number * LINE_WORDS;
        return new Traffic(
                count(counts, line + READS),
                count(counts, line + WRITES),
                count(counts, line + CAS),
                count(counts, line + FETCH_ADDS),
                count(counts, line + READ_BYTES),
                count(counts, line + WRITE_BYTES),
                0,
                0);
    }

    private static long count(long[] counts, int word) {
        return (long) LONGS.getOpaque(counts, word);
    }
}
