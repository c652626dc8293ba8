package io.pragh.core.placement.migrate;

import io.pragh.core.base.PraghException;

/**
 * Limits how many values and bytes a node pulls per second, by tokens, each kind with a burst of a tenth of a second.
 * One thread.
 */
public final class MigrationThrottle {
    private static final double BURST_SECONDS = 0.1;

    private final double valuesPerNano;
    private final double bytesPerNano;
    private final double valuesMax;
    private final double bytesMax;
    private double values;
    private double bytes;
    private long lastNanos;

    /** Limits per second, both positive. */
    public MigrationThrottle(long valuesPerSecond, long bytesPerSecond, long nowNanos) {
        if (valuesPerSecond <= 0 || bytesPerSecond <= 0) {
            throw new PraghException("migration limits must be positive: valuesPerSecond=" + valuesPerSecond
                    + " bytesPerSecond=" + bytesPerSecond);
        }
        this.valuesPerNano = valuesPerSecond / 1e9;
        this.bytesPerNano = bytesPerSecond / 1e9;
        this.valuesMax = Math.max(1, valuesPerSecond * BURST_SECONDS);
        this.bytesMax = Math.max(1, bytesPerSecond * BURST_SECONDS);
        this.values = valuesMax;
        this.bytes = bytesMax;
        this.lastNanos = nowNanos;
    }

    /** How many values may be pulled now; 0 while the bytes of earlier ones exceed the limit. */
    public int allowance(long nowNanos) {
        long elapsed = Math.max(0, nowNanos - lastNanos);
        lastNanos = nowNanos;
        values = Math.min(valuesMax, values + elapsed * valuesPerNano);
        bytes = Math.min(bytesMax, bytes + elapsed * bytesPerNano);
        return bytes <= 0 ? 0 : (int) values;
    }

    /** Takes tokens for values that were pulled; the bytes may go below zero, and later allowances wait for them. */
    public void spend(int valuesPulled, long bytesPulled) {
        values -= valuesPulled;
        bytes -= bytesPulled;
    }
}
