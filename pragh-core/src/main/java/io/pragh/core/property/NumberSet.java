package io.pragh.core.property;

import java.util.Arrays;

/**
 * Numbers that have come, each once: a bit for each in a word of 64 neighbours, and the words in a table of open addresses, at most three
 * quarters full. Numbers of vertices are near each other, so a table of few words, which stays in the processor's cache, has thousands of
 * them; of numbers that are far from each other each has a word of its own. One thread.
 */
public final class NumberSet {
    private static final int WORDS_FIRST = 64;
    /** A first table is no larger, however many numbers are said to come. */
    private static final int WORDS_SAID_MAX = 1 << 10;

    /** Two longs a word: its number plus one, 0 where there is none, and its bits. */
    private long[] table = {};
    /** Where the words are, in the order in which they came: a table that was large once costs no more to clear than what is in it. */
    private int[] places = {};

    private int words;
    private int size;

    /** So many more may come, some of them more than once. */
    public void expect(int more) {
        if (table.length == 0) {
            room(Integer.highestOneBit(Math.min(WORDS_SAID_MAX, Math.max(WORDS_FIRST, more))));
        }
    }

    private void room(int capacity) {
        table = new long[2 * capacity];
        places = new int[capacity / 4 * 3];
    }

    /** Adds a number; true when it was not there. */
    public boolean add(long number) {
        expect(0);
        int added = addedTo(mayBegin(number), number);
        size += added;
        return added != 0;
    }

    /** Whether a number is there. */
    public boolean contains(long number) {
        if (words == 0) {
            return false;
        }
        long word = word(number);
        int at = place(word);
        return table[at] == word && (table[at + 1] >>> number & 1) != 0;
    }

    /** Adds those from an index to another one, which may be there. */
    public void addAll(long[] numbers, int from, int to) {
        expect(to - from);
        int added = 0;
        for (int i = from; i < to; i++) {
            added += addedTo(mayBegin(numbers[i]), numbers[i]);
        }
        size += added;
    }

    /**
     * As {@link #addAll(long[], int, int)}, and those that were not there come into an array, which has room for all.
     *
     * @param count how many that array has
     * @return how many it has now
     */
    public int addAll(long[] numbers, int from, int to, long[] into, int count) {
        expect(to - from);
        int end = count;
        for (int i = from; i < to; i++) {
            into[end] = numbers[i];
            end += addedTo(mayBegin(numbers[i]), numbers[i]);
        }
        size += end - count;
        return end;
    }

    /** Where a number's word is, which is begun if it is not there. */
    private int mayBegin(long number) {
        long word = word(number);
        int at = first(word, table.length);
        if (table[at] != word) {
            at = place(word);
            if (table[at] != word) {
                at = begin(word, at);
            }
        }
        return at;
    }

    /** Sets a number's bit: 1 when it was not set. Whether it was cannot be foreseen, so that a branch would cost more than to write. */
    private int addedTo(int at, long number) {
        long bits = table[at + 1];
        table[at + 1] = bits | 1L << number;
        return (int) (~bits >>> number & 1);
    }

    /** Takes all of them out. */
    public void clear() {
        if (4 * words > table.length) {
            Arrays.fill(table, 0);
        } else {
            for (int i = 0; i < words; i++) {
                table[places[i]] = 0;
                table[places[i] + 1] = 0;
            }
        }
        words = 0;
        size = 0;
    }

    /** Begins a word at the place that was found for it, or in a larger table; returns where it is. */
    private int begin(long word, int place) {
        int at = place;
        if (words == places.length) {
            grow();
            at = place(word);
        }
        table[at] = word;
        places[words++] = at;
        return at;
    }

    private void grow() {
        long[] before = table;
        int[] at = places;
        room(before.length);
        for (int i = 0; i < words; i++) {
            int place = place(before[at[i]]);
            table[place] = before[at[i]];
            table[place + 1] = before[at[i] + 1];
            places[i] = place;
        }
    }

    /** Takes a number out that is there. Its word stays: others of it may come. */
    public void remove(long number) {
        table[place(word(number)) + 1] &= ~(1L << number);
        size--;
    }

    private static long word(long number) {
        return (number >>> 6) + 1;
    }

    /** Where a word is, or comes to be. */
    private int place(long word) {
        int at = first(word, table.length);
        while (table[at] != word && table[at] != 0) {
            at = at + 2 & table.length - 1;
        }
        return at;
    }

    /** Fibonacci hashing: the upper bits, as neighbours differ in the lower ones. */
    private static int first(long word, int length) {
        return (int) (word * 0x9E37_79B9_7F4A_7C15L >>> 33) & length - 2;
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** How many bytes it takes. */
    public long bytes() {
        return (long) Long.BYTES * table.length + (long) Integer.BYTES * places.length;
    }
}
