package io.pragh.history;

import java.util.Arrays;

/** One access of a transaction to one key. Immutable. */
public sealed interface Step {
    /** The key. */
    long key();

    /** An element was appended to the key's list; no other append to this key has the same element. */
    record Append(long key, long element) implements Step {
        @Override
        public String toString() {
            return "a(" + key + ", " + element + ")";
        }
    }

    /** The key's list was read; an absent key is an empty list. */
    final class Read implements Step {
        private static final int SHOWN = 8;

        private final long key;
        private final long[] elements;

        /** A read of these elements; the caller no longer changes the array. */
        public Read(long key, long... elements) {
            this.key = key;
            this.elements = elements;
        }

        @Override
        public long key() {
            return key;
        }

        /** The list; not to be changed. */
        public long[] elements() {
            return elements;
        }

        @Override
        public String toString() {
            int hidden = Math.max(0, elements.length - SHOWN);
            String shown = Arrays.toString(Arrays.copyOfRange(elements, hidden, elements.length));
            return "r(" + key + ")=" + (hidden == 0 ? shown : "[" + hidden + " more, " + shown.substring(1));
        }
    }
}
