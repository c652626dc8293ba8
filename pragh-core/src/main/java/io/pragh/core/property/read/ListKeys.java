package io.pragh.core.property.read;

import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.element.Directory;
import io.pragh.core.property.element.ElementKeys;
import java.util.Arrays;

/**
 * The keys of the lists that hold the edges of some vertices; of each vertex, lists of outgoing edges come first.
 * Reusable; one thread.
 */
final class ListKeys {
    private static final int CAPACITY_FIRST = 16;

    /**
     * Up to so many possible lists of a vertex are read without its directory: a READ of a list that does not exist
     * costs less than a READ of the directory.
     */
    private static final int GUESSED_MAX = 4;

    private long[] keys = new long[CAPACITY_FIRST];
    /** Index of the list's vertex among those asked for. */
    private int[] owners = new int[CAPACITY_FIRST];

    private int count;

    /**
     * Sets the lists of the vertices from one index to another. Cost: none with labels, or where the graph has few of
     * them; otherwise one batch of READs for the vertices' directories.
     */
    void fill(Scope scope, VertexReads vertices, long[] vids, int from, int to, EdgeQuery query) {
        count = 0;
        if (from == to) {
            return;
        }
        if (query.hasUnknownLabel()) {
            vertices.rely(Arrays.copyOfRange(vids, from, to));
        }
        int[] labels = query.labels();
        if (labels == null) {
            int directions = query.out() && query.in() ? 2 : 1;
            int most = scope.edgeLabels(GUESSED_MAX / directions);
            if (most * directions <= GUESSED_MAX) {
                labels = new int[most];
                Arrays.setAll(labels, i -> i + 1);
                vertices.guessed(vids, from, to);
            }
        }
        int[][] directories = labels == null ? vertices.directories(Arrays.copyOfRange(vids, from, to)) : new int[0][];
        for (int i = from; i < to; i++) {
            if (labels == null) {
                addAll(i, vids[i], directories[i - from], query);
            } else {
                addLabels(i, vids[i], labels, query);
            }
        }
    }

    private void addAll(int owner, long vid, int[] directory, EdgeQuery query) {
        if (query.out()) {
            addAll(owner, vid, directory, true);
        }
        if (query.in()) {
            addAll(owner, vid, directory, false);
        }
    }

    private void addAll(int owner, long vid, int[] directory, boolean out) {
        for (int word : directory) {
            if (Directory.has(word, out)) {
                add(owner, ElementKeys.list(vid, Directory.label(word), out));
            }
        }
    }

    private void addLabels(int owner, long vid, int[] labels, EdgeQuery query) {
        if (query.out()) {
            addLabels(owner, vid, labels, true);
        }
        if (query.in()) {
            addLabels(owner, vid, labels, false);
        }
    }

    /** A label named twice counts once; label 0 has no edges yet. */
    private void addLabels(int owner, long vid, int[] labels, boolean out) {
        for (int i = 0; i < labels.length; i++) {
            boolean again = false;
            for (int j = 0; j < i; j++) {
                again |= labels[j] == labels[i];
            }
            if (!again && labels[i] != 0) {
                add(owner, ElementKeys.list(vid, labels[i], out));
            }
        }
    }

    private void add(int owner, long key) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            owners = Arrays.copyOf(owners, 2 * count);
        }
        keys[count] = key;
        owners[count++] = owner;
    }

    /** Whether no vertex has two of the lists. */
    boolean areOneEach() {
        boolean alone = true;
        for (int list = 1; list < count && alone; list++) {
            alone = owners[list] != owners[list - 1];
        }
        return alone;
    }

    /** How many lists there are. */
    int count() {
        return count;
    }

    /** The lists' keys at the beginning of a longer array, which {@link #fill} overwrites. */
    long[] buffer() {
        return keys;
    }

    long[] keys() {
        return Arrays.copyOf(keys, count);
    }

    int owner(int list) {
        return owners[list];
    }

    /** Index of the first list of the same vertex. */
    int firstOfOwner(int list) {
        int at = list;
        while (at > 0 && owners[at - 1] == owners[list]) {
            at--;
        }
        return at;
    }

    /** Index behind the last list of the same vertex. */
    int behindOwner(int list) {
        int at = list;
        while (at < count && owners[at] == owners[list]) {
            at++;
        }
        return at;
    }
}
