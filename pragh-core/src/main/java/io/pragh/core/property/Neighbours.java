package io.pragh.core.property;

import java.util.Arrays;

/**
 * Edges of several vertices, in columns: list by list, of each the numbers of the neighbours and, if they were asked for, the edge ids. Lists
 * are in the order of the vertices asked for, and of each vertex those of outgoing edges come first. Reusable; one thread.
 */
// Entries of a list lie together, but lists lie in the order in which they were found, so they have a beginning and an
// end each.
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

    /** Without entries. */
    public Neighbours() {
        this(Integer.MAX_VALUE - Long.BYTES);
    }

    /** Without entries, and never with more than so many. */
    public Neighbours(int entriesMax) {
        this.entriesMax = entriesMax;
    }

    /** Makes it one of so many lists, each without entries. */
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

    /** A list belongs to a vertex. */
    public void owner(int list, int index) {
        owners[list] = index;
    }

    /**
     * Room for so many more entries, of which the first one has the place that is returned.
     *
     * @throws TooManyResultsException when that would be more than there may be
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

    /** A list has the entries of these places. */
    public void entries(int list, int from, int to) {
        begins[list] = from;
        ends[list] = to;
    }

    /** Leaves of each vertex no more than so many edges, the first ones. */
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

    /** Index of the vertex, among those asked for, whose list it is. */
    public int owner(int list) {
        return owners[list];
    }

    /** Key of a list, which says its label and its direction. */
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

    /** Numbers of the neighbours by place. Whoever reads the lists writes to what it has {@linkplain #reserve reserved}. */
    public long[] neighbours() {
        return neighbours;
    }

    /** Edge ids by place, 0 for an edge that has none; empty where they were not asked for. */
    public long[] edgeIds() {
        return edgeIds;
    }

    /** The vertices at the other ends of the edges of a list, one behind the other. */
    public void copy(int list, long[] target, int at) {
        System.arraycopy(neighbours, begins[list], target, at, ends[list] - begins[list]);
    }
}
