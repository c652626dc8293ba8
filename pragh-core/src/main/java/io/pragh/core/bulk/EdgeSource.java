package io.pragh.core.bulk;

/**
 * A repeatable stream of directed edges. Every call of {@link #forEach} gives the same edges in the same order.
 *
 * <p>Thread rule: any thread; passes may run side by side, each calls its consumer on the caller's thread.
 */
public interface EdgeSource {

    /** Largest vertex id an edge may carry; ids have 43 bits. */
    long VERTEX_ID_MAX = (1L << 43) - 1;

    /** What {@link #edgeCountEstimate} answers when nothing is known. */
    long UNKNOWN = -1;

    /**
     * Gives every edge to the consumer, once, in order. What the consumer throws passes through and ends the stream.
     *
     * @param progress is told every few thousand edges how much work was done; the sum over one whole stream is
     *     {@link #workTotal}
     */
    void forEach(EdgeConsumer consumer, Progress progress);

    /** How many edges there are, about; {@link #UNKNOWN} if that cannot be told cheaply. Good for sizing, not for trust. */
    long edgeCountEstimate();

    /** The work of one stream in the source's own unit (edges or bytes), for a progress display. */
    long workTotal();
}
