package io.pragh.core.property.read;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * The vertices whose lists a transaction has looked for under every edge label of its snapshot, without a READ of the
 * vertices' directories. At commit of a change it must hold that they had no other lists. One thread.
 */
// If no label was added since the transaction's snapshot, there is no list that it has not looked for; then the value
// that counts labels is validated. If labels were added, perhaps by this transaction, the vertices are validated
// instead, because a transaction that begins a list changes the list's vertex.
final class GuessedLists {
    private static final int CAPACITY_FIRST = 64;
    /** From this count on, duplicates are removed before the array grows. */
    static final int CAPACITY_UNSORTED = 1 << 16;

    private static final long[] NONE = {};

    /** Whether no label was added; if so, that is validated. */
    private final BooleanSupplier complete;

    private final boolean commits;

    private long[] vids = NONE;
    private int count;

    /**
     * An empty set.
     *
     * @param commits whether the transaction may commit changes; a reader's set stays empty
     */
    GuessedLists(BooleanSupplier complete, boolean commits) {
        this.complete = complete;
        this.commits = commits;
    }

    /** Adds the vertices from one index to another. Cost: none. */
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

    /** How many numbers fit: twice {@link #CAPACITY_UNSORTED}, or a few times the number of different ones. */
    int room() {
        return vids.length;
    }

    /**
     * Returns the vertices to validate; none when no label was added, which is validated instead. Cost: at most one
     * READ.
     */
    long[] settle() {
        if (count == 0 || complete.getAsBoolean()) {
            return NONE;
        }
        sort();
        return Arrays.copyOf(vids, count);
    }
}
