package io.pragh.core.bulk;

/**
 * A repeatable stream of directed edges. Every call of {@link #forEach} gives the same edges in the same order.
 *
 * <p>Thread rule: any thread; passes may run concurrently, and each calls its consumer on the caller's thread.
 */
public interface EdgeSource {

    /** Largest vertex id an edge may carry; ids have 43 bits. */
    long VERTEX_ID_MAX = (1L << 43) - 1;

    /** The result of {@link #edgeCountEstimate} when there is no estimate. */
    long UNKNOWN = -1;

    /**
     * Passes every edge to the consumer, once, in order. An exception of the consumer is propagated and ends the
     * stream.
     *
     * @param progress is told every few thousand edges how much work was done; the sum over one whole stream is
     *     {@link #workTotal}
     */
    void forEach(EdgeConsumer consumer, Progress progress);

    /** The approximate number of edges; {@link #UNKNOWN} if it cannot be determined cheaply. For sizing only. */
    long edgeCountEstimate();

    /** The work of one stream in the source's own unit (edges or bytes), for a progress display. */
    long workTotal();
}
