package io.pragh.core.bulk;

import java.io.Closeable;
import java.io.IOException;

/** Reads the text bytes of a file, which it unpacks if needed. Thread rule: one thread. */
interface ByteFeed extends Closeable {

    /** The result of {@link #read} at the end. */
    int END = -1;

    /** Reads at least one byte and at most {@code length} (not 0) into the array, or returns {@link #END}. */
    int read(byte[] into, int from, int length) throws IOException;

    /** How many bytes of the file itself were consumed so far. */
    long fileBytes();
}
