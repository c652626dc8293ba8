package io.pragh.core.property;

/** Which numbers the graph gives out to vertices: small ones first, then minted ones. Stateless. */
public final class VertexNumbers {
    /** The smallest small one: what an application counts itself is below. */
    public static final long SMALL_MIN = 1L << 30;
    /** Behind the largest small one. */
    public static final long SMALL_END = 1L << 31;

    /** Minted numbers of vertices have this bit. */
    private static final long MINTED = 1L << 42;

    private VertexNumbers() {}

    /** Whether the graph may give the number out: if not, it is only ever the number of the vertex that is called so. */
    public static boolean mayBeGivenOut(long vid) {
        return isSmall(vid) || isMinted(vid);
    }

    /** Whether it is one of those that are given out first. */
    public static boolean isSmall(long vid) {
        return vid >= SMALL_MIN && vid < SMALL_END;
    }

    /** Whether it is one of those that are given out when a home has no small ones left. */
    public static boolean isMinted(long vid) {
        return (vid & MINTED) != 0;
    }
}
