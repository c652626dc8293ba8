package io.pragh.core.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The files of one folder, for log and checkpoints. Written bytes outlast a loss of power once they are
 * {@linkplain File#sync synced}; the name of a file, or its removal, once {@link #syncNames} has returned. Any
 * thread.
 */
public interface Disk extends AutoCloseable {
    /** The free space is not known. */
    long UNKNOWN = Long.MAX_VALUE;

    /** The names of the files. */
    List<String> names() throws IOException;

    /** Creates an empty file, and replaces one of the same name. */
    File create(String name) throws IOException;

    /** Opens an existing file; throws {@link java.nio.file.NoSuchFileException} when there is none. */
    File open(String name) throws IOException;

    /** Renames a file atomically, and replaces one with the new name. */
    void rename(String name, String other) throws IOException;

    /** Removes a file, if it exists. */
    void delete(String name) throws IOException;

    /** Returns when all changes of names are durable. */
    void syncNames() throws IOException;

    /**
     * The approximate number of bytes that can still be written; {@link #UNKNOWN} where the storage service manages
     * its space. Costs a system call.
     */
    long bytesFree();

    /** The name of the folder for people. */
    @Override
    String toString();

    @Override
    void close() throws IOException;

    /** A file. One thread at a time writes, any may read. */
    interface File extends AutoCloseable {
        /** The size in bytes. */
        long bytes() throws IOException;

        /** Appends all remaining bytes of {@code source}. */
        void append(ByteBuffer source) throws IOException;

        /** Reads from a position into {@code target} until that is full or the file ends. */
        void read(long from, ByteBuffer target) throws IOException;

        /** Cuts the file to {@code bytes} bytes. */
        void truncate(long bytes) throws IOException;

        /** Returns when all written bytes, and the size, are durable. */
        void sync() throws IOException;

        @Override
        void close() throws IOException;
    }
}
