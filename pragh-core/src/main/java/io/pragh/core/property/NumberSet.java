package io.pragh.core.property;

import java.util.Arrays;

/**
 * A set of numbers: a bit for each, in pages that a hash table with open addressing finds. Numbers of vertices are
 * close together, so a few pages of 4,096 bits hold them, and the processor predicts a look-up that finds its page.
 * When pages hold fewer than four numbers each, they are divided into words of 64 bits, so that scattered numbers
 * take at most some fifty bytes each. One thread.
 */
public final class NumberSet {
    /** The logarithm of how many numbers a page covers, and of how many a word covers. */
    private static final int PAGE_LOG2 = 12;

    private static final int WORD_LOG2 = 6;
    /** Up to this number of pages, pages stay however few numbers they hold: 128 KiB. */
    private static final int PAGES_THIN = 256;
    /** Beyond that, the least average of numbers per page with which pages stay. */
    private static final int NEAR = 4;
    /** Numbers are added in groups of this size, after each of which {@link #NEAR} is checked. */
    private static final int TOGETHER = 256;

    /** Small, because most sets of a transaction hold few numbers, or none. */
    private static final int PLACES_FIRST = 4;

    private static final long[] NO_LONGS = {};
    private static final int[] NO_INTS = {};

    /** By hash, the number of a page plus one; 0 where there is none. */
    private long[] tags = NO_LONGS;
    /** By hash, the index of that page, in the order in which pages were begun. */
    private int[] pageAt = NO_INTS;
    /**
     * The places of the tags, in the order of pages: clearing a set that was large once costs no more than its
     * present pages.
     */
    private int[] places = NO_INTS;

    private long[] bits = NO_LONGS;
    private int pageLog2 = PAGE_LOG2;
    private int pages;
    private int size;

    /** Adds a number; true when it was not there. */
    public boolean add(long number) {
        int isNew = addedTo(mayBegin(number), number);
        size += isNew;
        if (isThin()) {
            divide();
        }
        return isNew != 0;
    }

    /** Whether a number is there. */
    public boolean contains(long number) {
        if (pages == 0) {
            return false;
        }
        int place = place(tag(number));
        return tags[place] != 0 && (bits[word(place, number)] >>> number & 1) != 0;
    }

    /** Adds the numbers from one index to another, which may be in the set already. */
    public void addAll(long[] numbers, int from, int to) {
        for (int next = from; next < to; next += TOGETHER) {
            int end = Math.min(to, next + TOGETHER);
            size += pageLog2 == PAGE_LOG2 ? addToPages(numbers, next, end) : addToWords(numbers, next, end);
            if (isThin()) {
                divide();
            }
        }
    }

    private int addToWords(long[] numbers, int from, int to) {
        int added = 0;
        for (int i = from; i < to; i++) {
            added += addedTo(mayBegin(numbers[i]), numbers[i]);
        }
        return added;
    }

    /**
     * As {@link #addToWords}, while pages are not divided: most numbers are added here, and constants make it a third
     * faster.
     */
    private int addToPages(long[] numbers, int from, int to) {
        if (tags.length == 0) {
            room(PLACES_FIRST);
        }
        int added = 0;
        for (int i = from; i < to; i++) {
            long number = numbers[i];
            long tag = (number >>> PAGE_LOG2) + 1;
            int place = first(tag);
            int word = tags[place] == tag
                    ? (pageAt[place] << PAGE_LOG2 - WORD_LOG2)
                            + ((int) (number >>> WORD_LOG2) & (1 << PAGE_LOG2 - WORD_LOG2) - 1)
                    : mayBegin(number);
            added += addedTo(word, number);
        }
        return added;
    }

    /**
     * As {@link #addAll(long[], int, int)}, and appends the numbers that were new to an array with room for all.
     *
     * @param count how many numbers the array has
     * @return how many it has now
     */
    public int addAll(long[] numbers, int from, int to, long[] into, int count) {
        int end = count;
        for (int next = from; next < to; next += TOGETHER) {
            end = addFew(numbers, next, Math.min(to, next + TOGETHER), into, end);
        }
        return end;
    }

    /**
     * Writes each number to the array as if it were new, and counts it if it is: the outcome is unpredictable, so a
     * branch would cost more than the write.
     */
    private int addFew(long[] numbers, int from, int to, long[] into, int count) {
        int end = count;
        for (int i = from; i < to; i++) {
            long number = numbers[i];
            into[end] = number;
            end += addedTo(mayBegin(number), number);
        }
        size += end - count;
        if (isThin()) {
            divide();
        }
        return end;
    }

    /** Returns the index of a number's word, and begins the number's page if there is none. */
    private int mayBegin(long number) {
        if (tags.length == 0) {
            room(PLACES_FIRST);
        }
        long tag = tag(number);
        int place = first(tag);
        if (tags[place] != tag) {
            place = place(tag);
            if (tags[place] != tag) {
                place = begin(tag, place);
            }
        }
        return word(place, number);
    }

    /** Sets a number's bit; returns 1 when it was not set. */
    private int addedTo(int word, long number) {
        long before = bits[word];
        bits[word] = before | 1L << number;
        return (int) (~before >>> number & 1);
    }

    /** Removes a number that is in the set. Its page stays, for other numbers. */
    public void remove(long number) {
        bits[word(place(tag(number)), number)] &= ~(1L << number);
        size--;
    }

    /** Removes all numbers. */
    public void clear() {
        Arrays.fill(bits, 0, pages << pageLog2 - WORD_LOG2, 0);
        for (int page = 0; page < pages; page++) {
            tags[places[page]] = 0;
        }
        pages = 0;
        size = 0;
        pageLog2 = PAGE_LOG2;
    }

    /** Begins a page at the place that was found for it, or in a larger table; returns the place of its tag. */
    private int begin(long tag, int found) {
        int place = found;
        if (pages == places.length) {
            grow();
            place = place(tag);
        }
        int words = pages + 1 << pageLog2 - WORD_LOG2;
        if (words > bits.length) {
            bits = Arrays.copyOf(bits, Math.max(words, 2 * bits.length));
        }
        tags[place] = tag;
        pageAt[place] = pages;
        places[pages++] = place;
        return place;
    }

    private void grow() {
        long[] before = tags;
        int[] at = places;
        room(2 * before.length);
        for (int page = 0; page < pages; page++) {
            int place = place(before[at[page]]);
            tags[place] = before[at[page]];
            pageAt[place] = page;
            places[page] = place;
        }
    }

    /** Keeps at most three quarters of the table occupied. */
    private void room(int capacity) {
        tags = new long[capacity];
        pageAt = new int[capacity];
        places = new int[capacity / 4 * 3];
    }

    private boolean isThin() {
        return pages > PAGES_THIN && pageLog2 == PAGE_LOG2 && size < (long) NEAR * pages;
    }

    /** Divides pages into words. */
    private void divide() {
        long[] before = bits;
        long[] firsts = new long[pages];
        for (int page = 0; page < firsts.length; page++) {
            firsts[page] = tags[places[page]] - 1 << PAGE_LOG2;
            tags[places[page]] = 0;
        }
        bits = new long[size];
        pages = 0;
        pageLog2 = WORD_LOG2;
        for (int page = 0; page < firsts.length; page++) {
            for (int word = 0; word < 1 << PAGE_LOG2 - WORD_LOG2; word++) {
                long some = before[(page << PAGE_LOG2 - WORD_LOG2) + word];
                if (some != 0) {
                    bits[mayBegin(firsts[page] + ((long) word << WORD_LOG2))] = some;
                }
            }
        }
    }

    private long tag(long number) {
        return (number >>> pageLog2) + 1;
    }

    /** Returns the place of a tag, or the free place for it. */
    private int place(long tag) {
        int place = first(tag);
        while (tags[place] != tag && tags[place] != 0) {
            place = place + 1 & tags.length - 1;
        }
        return place;
    }

    /** Fibonacci hashing takes the upper bits, because adjacent numbers differ in the lower ones. */
    private int first(long tag) {
        return (int) (tag * 0x9E37_79B9_7F4A_7C15L >>> 33) & tags.length - 1;
    }

    private int word(int place, long number) {
        return (pageAt[place] << pageLog2 - WORD_LOG2)
                + ((int) (number >>> WORD_LOG2) & (1 << pageLog2 - WORD_LOG2) - 1);
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** How many bytes it takes. */
    public long bytes() {
        return (long) Long.BYTES * (tags.length + bits.length) + (long) Integer.BYTES * (pageAt.length + places.length);
    }
}
