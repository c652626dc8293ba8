package io.pragh.core.property;

/** The ranges of numbers that the graph gives out to vertices: small ones first, then minted ones. Stateless. */
public final class VertexNumbers {
    /** The smallest small number; numbers that an application counts itself are below. */
    public static final long SMALL_MIN = 1L << 30;
    /** One more than the largest small number. */
    public static final long SMALL_END = 1L << 31;

    /** Bit of minted vertex numbers. */
    private static final long MINTED = 1L << 42;

    private VertexNumbers() {}

    /** Whether the graph may give the number out. If not, only the vertex whose identifier it is has this number. */
    public static boolean mayBeGivenOut(long vid) {
        return isSmall(vid) || isMinted(vid);
    }

    /** Whether the number is in the range that is given out first. */
    public static boolean isSmall(long vid) {
        return vid >= SMALL_MIN && vid < SMALL_END;
    }

    /** Whether the number is in the range that is given out when a home has no small numbers left. */
    public static boolean isMinted(long vid) {
        return (vid & MINTED) != 0;
    }
}
