package io.pragh.core.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The files of one folder, as a log and checkpoints need them. What was written is there after a loss of power once it was {@linkplain
 * File#sync synced}; that a file has its name, or has none any more, once {@link #syncNames} has returned. Any thread.
 */
public interface Disk extends AutoCloseable {
    /** Nobody here knows how much can be written. */
    long UNKNOWN = Long.MAX_VALUE;

    /** Names of the files that there are. */
    List<String> names() throws IOException;

    /** A new file without bytes, in the place of one that has the name. */
    File create(String name) throws IOException;

    /** A file that is there; {@link java.nio.file.NoSuchFileException} when it is not. */
    File open(String name) throws IOException;

    /** Gives a file another name, in the place of one that has it, in one step. */
    void rename(String name, String other) throws IOException;

    /** Takes a file away, if it is there. */
    void delete(String name) throws IOException;

    /** Returns when all changes of names last. */
    void syncNames() throws IOException;

    /** Bytes that can still be written, about; {@link #UNKNOWN} where who keeps the files sees to that. Costs a system call. */
    long bytesFree();

    /** What people call the folder. */
    @Override
    String toString();

    @Override
    void close() throws IOException;

    /** A file. One thread at a time writes, any may read. */
    interface File extends AutoCloseable {
        /** Bytes in it. */
        long bytes() throws IOException;

        /** Writes all that remains in {@code source} behind what is there. */
        void append(ByteBuffer source) throws IOException;

        /** Reads from a place into what remains in {@code target} until that is full or the file ends. */
        void read(long from, ByteBuffer target) throws IOException;

        /** Cuts off what is behind the first so many bytes. */
        void truncate(long bytes) throws IOException;

        /** Returns when all that was written, and how much that is, lasts. */
        void sync() throws IOException;

        @Override
        void close() throws IOException;
    }
}
