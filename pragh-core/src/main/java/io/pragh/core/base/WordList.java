package io.pragh.core.base;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A sequence of words for the state that one node sends to another: written one after the other and read in the same
 * order. One thread.
 */
public final class WordList {
    private long[] words;
    private int size;
    private int next;

    /** An empty list. */
    public WordList() {
        this(new long[64], 0);
    }

    private WordList(long[] words, int size) {
        this.words = words;
        this.size = size;
    }

    /** Adds a word. */
    public WordList add(long word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, size * 2);
        }
        words[size++] = word;
        return this;
    }

    /** Adds a text. */
    public WordList add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        add(bytes.length);
        for (int at = 0; at < bytes.length; at += Long.BYTES) {
            long word = 0;
            for (int i = at; i < Math.min(bytes.length, at + Long.BYTES); i++) {
                word |= (bytes[i] & 0xFFL) << Byte.SIZE * (i - at);
            }
            add(word);
        }
        return this;
    }

    /** Replaces a word that was added before. */
    public void set(int index, long word) {
        words[index] = word;
    }

    /** The word at an index. */
    public long get(int index) {
        return words[index];
    }

    /** Number of words. */
    public int size() {
        return size;
    }

    /** The next word. Throws {@link PraghException} when there is none. */
    public long next() {
        if (next == size) {
            throw new PraghException("there are no more words: size=" + size);
        }
        return words[next++];
    }

    /** The next word, which must be from 0 to a bound; otherwise throws {@link PraghException}. */
    public int next(long max) {
        long word = next();
        if (word < 0 || word > max || word > Integer.MAX_VALUE) {
            throw new PraghException("a word is out of its range: word=" + word + " max=" + max);
        }
        return (int) word;
    }

    /** The next text. */
    public String nextText() {
        byte[] bytes = new byte[next((long) (size - next) * Long.BYTES)];
        long word = 0;
        for (int i = 0; i < bytes.length; i++) {
            word = i % Long.BYTES == 0 ? next() : word >>> Byte.SIZE;
            bytes[i] = (byte) word;
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** All words, little-endian. */
    public byte[] bytes() {
        ByteBuffer bytes =
                ByteBuffer.allocate(Math.multiplyExact(size, Long.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(words, 0, size);
        return bytes.array();
    }

    /** A list of the words in an array, read from the first on. */
    public static WordList of(byte[] bytes) {
        long[] words = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
        return new WordList(words, words.length);
    }
}
