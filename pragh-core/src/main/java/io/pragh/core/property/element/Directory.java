package io.pragh.core.property.element;

import io.pragh.core.address.GraphKey;
import java.util.Arrays;

/**
 * The lists that a vertex has: one word {@code label * 4 + directions} per edge label, in the order in which labels
 * were added. Stateless.
 */
public final class Directory {
    /** Bit of a word: the vertex has a list of edges that leave. */
    static final int OUT = 1;
    /** Bit of a word: the vertex has a list of edges that arrive. */
    static final int IN = 2;

    /** The directory of a vertex that never had an edge. */
    public static final int[] EMPTY = {};

    private static final int DIRECTIONS = OUT | IN;
    private static final int LABEL_SHIFT = 2;

    private Directory() {}

    /** The word for a list of one direction. */
    public static int word(int label, boolean out) {
        return label << LABEL_SHIFT | (out ? OUT : IN);
    }

    /** The label of a word. */
    public static int label(int word) {
        return word >>> LABEL_SHIFT;
    }

    /** Whether a word names the list of a direction. */
    public static boolean has(int word, boolean out) {
        return (word & (out ? OUT : IN)) != 0;
    }

    /** Whether two words are of one label. */
    public static boolean sameLabel(int word, int other) {
        return (word ^ other) >>> LABEL_SHIFT == 0;
    }

    /** Whether the directory has all lists that a word names. */
    public static boolean covers(int[] directory, int word) {
        for (int known : directory) {
            if (sameLabel(known, word)) {
                return (word & ~known & DIRECTIONS) == 0;
            }
        }
        return false;
    }

    /** The directory with the lists that a word names added. */
    public static int[] with(int[] directory, int word) {
        for (int i = 0; i < directory.length; i++) {
            if (sameLabel(directory[i], word)) {
                int[] changed = directory.clone();
                changed[i] |= word;
                return changed;
            }
        }
        int[] longer = Arrays.copyOf(directory, directory.length + 1);
        longer[directory.length] = word;
        return longer;
    }

    /** The word for a list, by its key. */
    public static int wordOf(long listKey) {
        return word(GraphKey.label(listKey), GraphKey.direction(listKey) == GraphKey.OUT);
    }
}
