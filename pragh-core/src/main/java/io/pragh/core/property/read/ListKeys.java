package io.pragh.core.property.read;

import io.pragh.core.property.element.Directory;
import io.pragh.core.property.element.ElementKeys;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Which lists hold the edges of some vertices: of each vertex those of outgoing edges first. One thread. */
final class ListKeys {
    private static final int CAPACITY_FIRST = 16;

    private long[] keys = new long[CAPACITY_FIRST];
    /** Index of the list's vertex among those asked for. */
    private int[] owners = new int[CAPACITY_FIRST];

    private int count;

    /** Lists of vertices from an index on. Cost: with labels none, else one batch of READs for the vertices' directories. */
    static ListKeys of(
            VertexReads vertices, long[] vids, int from, int to, boolean out, boolean in, int @Nullable [] labels) {
        ListKeys keys = new ListKeys();
        if (labels != null && Arrays.stream(labels).anyMatch(label -> label == 0)) {
            vertices.rely(Arrays.copyOfRange(vids, from, to));
        }
        int[][] directories = labels == null ? vertices.directories(Arrays.copyOfRange(vids, from, to)) : new int[0][];
        for (int i = from; i < to; i++) {
            for (boolean direction : new boolean[] {true, false}) {
                if (direction && out || !direction && in) {
                    if (labels == null) {
                        keys.addAll(i, vids[i], directories[i - from], direction);
                    } else {
                        keys.addLabels(i, vids[i], labels, direction);
                    }
                }
            }
        }
        return keys;
    }

    private void addAll(int owner, long vid, int[] directory, boolean out) {
        for (int word : directory) {
            if (Directory.has(word, out)) {
                add(owner, ElementKeys.list(vid, Directory.label(word), out));
            }
        }
    }

    /** A label named twice counts once; 0 is that of no edge yet. */
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

    long[] keys() {
        return Arrays.copyOf(keys, count);
    }

    int owner(int list) {
        return owners[list];
    }

    /** Index of the first list behind those of the same vertex. */
    int behindOwner(int list) {
        int at = list;
        while (at < count && owners[at] == owners[list]) {
            at++;
        }
        return at;
    }
}
