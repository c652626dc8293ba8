package io.pragh.core.property.read;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Vertices whose lists a transaction has looked for under every label that edges had at its moment, instead of asking each vertex which lists it has. That
 * they have no others has to be so when it commits a change. One thread.
 */
// Either no label is new since the transaction's moment, so that there is no list that it has not looked for: the value
// that counts labels is validated. Or some are, perhaps this transaction's own: then the vertices are validated,
// because
// whoever begins a list changes its vertex.
final class GuessedLists {
    private static final int CAPACITY_FIRST = 64;
    /** So many are kept before it is looked whether they are the same again and again. */
    static final int CAPACITY_UNSORTED = 1 << 16;

    private static final long[] NONE = {};

    /** Whether no label is new, which is validated then. */
    private final BooleanSupplier complete;

    private final boolean commits;

    private long[] vids = NONE;
    private int count;

    /**
     * None yet.
     *
     * @param commits whether changes may be committed; nothing is kept for who only reads
     */
    GuessedLists(BooleanSupplier complete, boolean commits) {
        this.complete = complete;
        this.commits = commits;
    }

    /** Vertices from an index to another one were looked at so. Cost: none. */
    void add(long[] all, int from, int to) {
        int more = commits ? to - from : 0;
        if (more > vids.length - count) {
            makeRoom(more);
        }
        System.arraycopy(all, from, vids, count, more);
        count += more;
    }

    private void makeRoom(int more) {
        if (count >= CAPACITY_UNSORTED) { // the same ones again and again take no more room than once
            sort();
        }
        if (vids.length < CAPACITY_UNSORTED || 2 * count > vids.length || more > vids.length - count) {
            vids = Arrays.copyOf(vids, Math.max(CAPACITY_FIRST, Math.max(count + more, 2 * vids.length)));
        }
    }

    private void sort() {
        Arrays.sort(vids, 0, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || vids[i] != vids[i - 1]) {
                vids[kept++] = vids[i];
            }
        }
        count = kept;
    }

    /** For how many numbers there is room: twice {@link #CAPACITY_UNSORTED}, or a few times as many as there are different ones. */
    int room() {
        return vids.length;
    }

    /** The vertices that have to be as they are; none where it is enough that no label is new, which is validated then. Cost: at most one READ. */
    long[] settle() {
        if (count == 0 || complete.getAsBoolean()) {
            return NONE;
        }
        sort();
        return Arrays.copyOf(vids, count);
    }
}
