package io.pragh.core.bulk;

import java.io.Closeable;
import java.io.IOException;

/** The text bytes of a file, unpacked if need be. Thread rule: one thread. */
interface ByteFeed extends Closeable {

    /** What {@link #read} answers when there is nothing more. */
    int END = -1;

    /** Reads at least one byte and at most {@code length} (not 0) into the array, or answers {@link #END}. */
    int read(byte[] into, int from, int length) throws IOException;

    /** How many bytes of the file itself have been used up so far. */
    long fileBytes();
}
