package io.pragh.core.durable;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The part of a partition that comes from another data folder: a copy of the part there, under a number of its own.
 * It is used once the folder {@linkplain DataFolder#arrive says so}. One thread; no checkpoint is written meanwhile.
 */
public final class ArrivedPart implements AutoCloseable {
    private final DataFolder folder;
    private final CheckpointHead head;
    private final Disk.File file;
    private boolean named;

    /**
     * Begins the copy.
     *
     * @param of the head of the part in the other folder
     * @param position later commits lie at or behind this position of the log here
     * @param bytes bytes that follow
     * @throws NoRoomException when it would take the disk space that is left to the log
     */
    public ArrivedPart(DataFolder folder, CheckpointHead of, long position, long bytes) throws IOException {
        long free = folder.bytesFree();
        if (free - bytes < CheckpointWriter.RESERVED_BYTES) {
            throw new NoRoomException(folder.disk(), free);
        }
        this.folder = folder;
        this.head = new CheckpointHead(
                folder.graph(), folder.nextNumber(), of.partition(), of.timestamp(), position, of.rolls());
        this.file = folder.disk().create(CheckpointFile.name(head.number(), head.partition()));
        boolean done = false;
        try {
            file.append(CheckpointFile.head(head));
            done = true;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    /** The partition. */
    public int partition() {
        return head.partition();
    }

    long number() {
        return head.number();
    }

    long position() {
        return head.position();
    }

    /** The file that says what the folder holds may name the part from now on. */
    void named() {
        named = true;
    }

    /** The moment of the part. */
    public long timestamp() {
        return head.timestamp();
    }

    /** Adds the next bytes that follow the head in the other folder. */
    public void append(byte[] bytes) throws IOException {
        file.append(ByteBuffer.wrap(bytes));
    }

    /**
     * Ends the copy, which is durable when this returns.
     *
     * @throws DamagedDataException when it is not a whole part
     */
    public void finish() throws IOException {
        file.sync();
        try (CheckpointReader reader =
                new CheckpointReader(folder.disk(), folder.graph(), head.number(), head.partition())) {
            reader.read((key, body) -> {}, bytes -> {});
        }
    }

    /** Removes a part that nothing names. */
    @Override
    public void close() throws IOException {
        file.close();
        if (!named) {
            folder.disk().delete(CheckpointFile.name(head.number(), head.partition()));
        }
    }
}
