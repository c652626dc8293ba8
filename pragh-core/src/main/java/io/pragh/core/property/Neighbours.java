package io.pragh.core.property;

import java.util.Arrays;

/**
 * Edges of several vertices, in columns: list by list the numbers of the neighbours and, if requested, the edge ids.
 * Lists are in the order of the vertices asked for; of each vertex, lists of outgoing edges come first. Reusable; one
 * thread.
 */
// The entries of a list lie together, but the lists lie in the order in which they were found, so each list stores
// its first and last place.
public final class Neighbours {
    private static final long[] NONE = {};

    private final int entriesMax;
    private long[] neighbours = NONE;
    private long[] edgeIds = NONE;
    private int used;
    private boolean withEdgeIds;

    private int[] owners = {};
    private int[] begins = {};
    private int[] ends = {};
    private long[] keys = NONE;
    private int lists;

    /** An object without entries, and without a limit on them. */
    public Neighbours() {
        this(Integer.MAX_VALUE - Long.BYTES);
    }

    /** An object without entries, for at most {@code entriesMax} of them. */
    public Neighbours(int entriesMax) {
        this.entriesMax = entriesMax;
    }

    /** Resets the object to the given number of lists, each without entries. */
    public void begin(int count, boolean edgeIdsToo, long[] listKeys) {
        used = 0;
        withEdgeIds = edgeIdsToo;
        lists = count;
        if (count > owners.length) {
            int capacity = Math.max(count, 2 * owners.length);
            owners = new int[capacity];
            begins = new int[capacity];
            ends = new int[capacity];
            keys = new long[capacity];
        }
        System.arraycopy(listKeys, 0, keys, 0, count);
        Arrays.fill(begins, 0, count, 0);
        Arrays.fill(ends, 0, count, 0);
    }

    /** Sets the vertex to which a list belongs. */
    public void owner(int list, int index) {
        owners[list] = index;
    }

    /**
     * Reserves places for so many more entries, and returns the first of them.
     *
     * @throws TooManyResultsException when there would be more entries than allowed
     */
    public int reserve(int entries) {
        int at = used;
        if (entries > entriesMax - at) {
            throw new TooManyResultsException(entriesMax);
        }
        used = at + entries;
        if (used > neighbours.length) {
            neighbours = Arrays.copyOf(neighbours, capacity());
        }
        if (withEdgeIds && used > edgeIds.length) {
            edgeIds = Arrays.copyOf(edgeIds, capacity());
        }
        return at;
    }

    private int capacity() {
        return (int) Math.min(entriesMax, Math.max(2L * neighbours.length, used));
    }

    /** Sets the places of a list's entries. */
    public void entries(int list, int from, int to) {
        begins[list] = from;
        ends[list] = to;
    }

    /** Keeps the first edges of each vertex, up to so many. */
    public void limit(long most) {
        int owner = -1;
        long left = most;
        for (int list = 0; list < lists; list++) {
            left = owners[list] == owner ? left : most;
            owner = owners[list];
            ends[list] = (int) Math.min(ends[list], begins[list] + left);
            left -= ends[list] - begins[list];
        }
    }

    /** How many lists there are. */
    public int lists() {
        return lists;
    }

    /** Returns the index, among the vertices asked for, of the vertex that a list belongs to. */
    public int owner(int list) {
        return owners[list];
    }

    /** Returns the key of a list, which contains its label and its direction. */
    public long key(int list) {
        return keys[list];
    }

    /** Place of a list's first entry. */
    public int from(int list) {
        return begins[list];
    }

    /** Place behind a list's last entry. */
    public int to(int list) {
        return ends[list];
    }

    /** How many entries all lists have. */
    public int count() {
        int count = 0;
        for (int list = 0; list < lists; list++) {
            count += ends[list] - begins[list];
        }
        return count;
    }

    /**
     * Numbers of the neighbours by place. A reader of lists writes to the places that it has {@linkplain #reserve
     * reserved}.
     */
    public long[] neighbours() {
        return neighbours;
    }

    /** Edge ids by place, 0 for an edge that has none; empty when they were not requested. */
    public long[] edgeIds() {
        return edgeIds;
    }

    /** Copies the numbers of the neighbours in a list to an array. */
    public void copy(int list, long[] target, int at) {
        System.arraycopy(neighbours, begins[list], target, at, ends[list] - begins[list]);
    }
}
