package io.pragh.core.access;

import io.pragh.core.api.ValueVisitor;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import io.pragh.core.store.reclaim.ReaderPins;

/** A {@link VersionReader} of one key at a time, whose rounds a test makes one by one. One thread. */
public final class SteppedRead implements ValueVisitor {
    private final VersionReader reader;
    private final long[] keys = new long[1];
    private final long[] words;
    private int pending;
    private boolean answered;
    private int wordCount;

    /** Reads values of at most {@code wordsMax} words. */
    public SteppedRead(ReaderContext context, Endpoint endpoint, ReaderPins pins, int wordsMax) {
        reader = new VersionReader(context, endpoint, pins, () -> {});
        words = new long[wordsMax];
        reader.want(wordsMax * Long.BYTES, VersionReader.NOW, () -> false, this);
    }

    /** Starts to read a key; the read may be complete at once. */
    public void begin(long key) {
        keys[0] = key;
        answered = false;
        wordCount = 0;
        reader.begin(keys, 0, 1, 0);
        pending = answered ? 0 : 1;
    }

    /** The READs of the next round. */
    public Batch post() {
        return reader.post();
    }

    /** Processes the results of the round. */
    public void complete() {
        pending = reader.complete();
    }

    /** Whether the read is complete. */
    public boolean done() {
        return pending == 0;
    }

    /** The number of words of the value, at most as many as were asked for; 0 when the key has no value. */
    public int wordCount() {
        return wordCount;
    }

    /** A word of the value. */
    public long word(int index) {
        return words[index];
    }

    @Override
    public void value(int index, Region region, long body, int bodyBytes) {
        answered = true;
        wordCount = Math.min(words.length, Math.max(0, bodyBytes) / Long.BYTES);
        for (int i = 0; i < wordCount; i++) {
            words[i] = region.getLong(body + (long) i * Long.BYTES);
        }
    }

    @Override
    public void absent(int index) {
        answered = true;
    }
}
