package io.pragh.core.fabric.local;

import io.pragh.core.base.PraghException;

/**
 * What remote operations and messages of a {@link LocalNetwork} are made to cost. An endpoint is one line: operations pass it one
 * after another, each for the gap and for its bytes, and the last one's answer comes {@code readNanos} after it has passed. So a
 * batch that is posted on an idle endpoint is complete after {@code readNanos + operations * gapNanos + bytes / bandwidth}. What a
 * node does with its own partitions costs nothing. Immutable.
 *
 * @param readNanos round trip of a small operation on an idle line
 * @param bytesPerMicrosecond bandwidth of one endpoint
 * @param gapNanos time between the starts of two small operations
 * @param messageNanos time of an empty message, one way; its bytes come on top
 */
public record LatencyModel(long readNanos, long bytesPerMicrosecond, long gapNanos, long messageNanos) {
    /** Nothing costs anything: operations are complete when {@code post} returns. */
    public static final LatencyModel NONE = new LatencyModel(0, Integer.MAX_VALUE, 0, 0);
    /** The cluster of the Pragh paper: one-sided operations of 2 us over a network of 100 Gb/s. */
    public static final LatencyModel PAPER = new LatencyModel(2_000, 12_500, 100, 2_000);

    /** Refuses negative times and a line without bandwidth. */
    public LatencyModel {
        if (readNanos < 0 || gapNanos < 0 || messageNanos < 0 || bytesPerMicrosecond <= 0) {
            throw new PraghException(
                    "a latency model needs times of at least zero and some bandwidth: readNanos=" + readNanos
                            + " bytesPerMicrosecond=" + bytesPerMicrosecond + " gapNanos=" + gapNanos + " messageNanos="
                            + messageNanos);
        }
    }

    /** How long operations keep the line busy. */
    long lineNanos(long operations, long bytes) {
        return operations * gapNanos + bytes * 1_000 / bytesPerMicrosecond;
    }

    /** How long a message travels. */
    long messageNanos(int bytes) {
        return messageNanos + bytes * 1_000L / bytesPerMicrosecond;
    }
}
