package io.pragh.core.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/** A file that is written from its beginning to its end, with the checksum of all bytes. One thread. */
final class SummedFile implements Disk.File {
    private final Disk.File file;
    private final CRC32C sum = new CRC32C();

    SummedFile(Disk.File file) {
        this.file = file;
    }

    /** CRC-32C of the appended bytes. */
    int check() {
        return (int) sum.getValue();
    }

    /** CRC-32C of an existing file; {@code read} receives the bytes read since its last call. */
    static int of(Disk.File file, LongConsumer read) throws IOException {
        CRC32C sum = new CRC32C();
        ByteBuffer buffer = LogBatch.buffer(1 << 20);
        long bytes = file.bytes();
        for (long at = 0; at < bytes; at += buffer.limit()) {
            file.read(at, buffer.clear().limit((int) Math.min(buffer.capacity(), bytes - at)));
            sum.update(buffer.rewind());
            read.accept(buffer.limit());
        }
        return (int) sum.getValue();
    }

    @Override
    public void append(ByteBuffer source) throws IOException {
        sum.update(source.duplicate());
        file.append(source);
    }

    @Override
    public long bytes() throws IOException {
        return file.bytes();
    }

    @Override
    public void read(long from, ByteBuffer target) throws IOException {
        file.read(from, target);
    }

    /** Refused: bytes in the checksum cannot be removed. */
    @Override
    public void truncate(long bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sync() throws IOException {
        file.sync();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
