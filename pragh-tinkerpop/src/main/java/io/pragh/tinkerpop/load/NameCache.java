package io.pragh.tinkerpop.load;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A cache of repeated names, from their bytes to text, which keeps the most recent ones. One thread. */
final class NameCache {
    private static final int SLOTS = 256;
    private static final int PRIME = 31;

    private final byte[] @Nullable [] bytes = new byte[SLOTS][];
    private final String[] names = new String[SLOTS];

    /** The text of the bytes {@code from} to {@code to}, which are UTF-8, without surrounding blanks. */
    String get(byte[] text, int from, int to) {
        int hash = to - from;
        for (int i = from; i < to; i++) {
            hash = hash * PRIME + text[i];
        }
        int slot = hash & SLOTS - 1;
        byte[] known = bytes[slot];
        if (known == null || !Arrays.equals(known, 0, known.length, text, from, to)) {
            names[slot] = Utf8.text(text, from, to).strip();
            bytes[slot] = Arrays.copyOfRange(text, from, to);
        }
        return names[slot];
    }
}
