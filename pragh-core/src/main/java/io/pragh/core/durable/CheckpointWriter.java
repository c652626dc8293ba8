package io.pragh.core.durable;

import io.pragh.core.memory.Region;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes one partition's part of a checkpoint. The part is not used before its checkpoint is
 * {@linkplain DataFolder#complete complete}. One thread.
 */
public final class CheckpointWriter implements AutoCloseable {
    /** Bytes of a disk that are left to the log, without which no transaction could commit. */
    static final long RESERVED_BYTES = 64 << 20;

    private static final int BLOCK_BYTES = 1 << 20;
    /** The disk's free space is checked each time this many bytes were written. */
    private static final long ASK_BYTES = 16 << 20;

    private final Disk disk;
    private final Disk.File file;
    private long askAt = ASK_BYTES;
    private ByteBuffer block = LogBatch.buffer(BLOCK_BYTES);
    private byte[] body = new byte[1 << 12];
    private long values;

    CheckpointWriter(Disk disk, CheckpointHead head) throws IOException {
        this.disk = disk;
        checkRoom();
        this.file = disk.create(CheckpointFile.name(head.number(), head.partition()));
        boolean done = false;
        try {
            file.append(CheckpointFile.head(head));
            block.position(CheckpointFile.BLOCK_HEAD_BYTES);
            done = true;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    private void checkRoom() throws IOException {
        long free = disk.bytesFree();
        if (free < RESERVED_BYTES) {
            throw new NoRoomException(disk, free);
        }
    }

    /** Adds a value; its memory is read during this call only. */
    public void add(long key, Region region, long from, int bytes) throws IOException {
        int needed = CheckpointFile.VALUE_HEAD_BYTES + bytes;
        if (block.remaining() < needed) {
            write();
            if (block.remaining() < needed) {
                block = LogBatch.buffer(CheckpointFile.BLOCK_HEAD_BYTES + needed)
                        .position(CheckpointFile.BLOCK_HEAD_BYTES);
            }
        }
        if (body.length < bytes) {
            body = new byte[Math.max(bytes, 2 * body.length)];
        }
        region.get(from, body, 0, bytes);
        block.putLong(key).putInt(bytes).put(body, 0, bytes);
        values++;
    }

    private void write() throws IOException {
        int bytes = block.position() - CheckpointFile.BLOCK_HEAD_BYTES;
        if (bytes > 0) {
            block.putInt(0, bytes);
            block.putInt(Integer.BYTES, Checks.of(block, CheckpointFile.BLOCK_HEAD_BYTES, block.position()));
            if (file.bytes() + bytes > askAt) {
                checkRoom();
                askAt = file.bytes() + bytes + ASK_BYTES;
            }
            file.append(block.flip());
        }
        block.clear().position(CheckpointFile.BLOCK_HEAD_BYTES);
    }

    /** Ends the part, which is durable when this returns. Returns its size in bytes. */
    public long finish() throws IOException {
        write();
        block.putLong(values);
        block.putInt(0, CheckpointFile.END);
        block.putInt(Integer.BYTES, Checks.of(block, CheckpointFile.BLOCK_HEAD_BYTES, block.position()));
        file.append(block.flip());
        file.sync();
        return file.bytes();
    }

    /** The number of values so far. */
    public long values() {
        return values;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
