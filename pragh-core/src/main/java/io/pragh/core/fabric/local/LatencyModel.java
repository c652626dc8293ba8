package io.pragh.core.fabric.local;

import io.pragh.core.base.PraghException;

/**
 * The modelled duration of remote operations and messages in a {@link LocalNetwork}. An endpoint is one line:
 * operations pass it one after another, and each occupies it for the gap and for its bytes. The last answer arrives
 * {@code readNanos} after its operation has passed. So a batch that is posted on an idle endpoint is complete after
 * {@code readNanos + operations * gapNanos + bytes / bandwidth}. Operations on a node's own partitions take no time.
 * Immutable.
 *
 * @param readNanos round trip of a small operation on an idle line
 * @param bytesPerMicrosecond bandwidth of one endpoint
 * @param gapNanos time between the starts of two small operations
 * @param messageNanos time of an empty message, one way; the time of its bytes is added
 */
public record LatencyModel(long readNanos, long bytesPerMicrosecond, long gapNanos, long messageNanos) {
    /** No latency: operations are complete when {@code post} returns. */
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

    /** How long operations occupy the line. */
    long lineNanos(long operations, long bytes) {
        return operations * gapNanos + bytes * 1_000 / bytesPerMicrosecond;
    }

    /** How long a message is under way. */
    long messageNanos(int bytes) {
        return messageNanos + bytes * 1_000L / bytesPerMicrosecond;
    }
}
