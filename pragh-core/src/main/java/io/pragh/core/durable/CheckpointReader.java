package io.pragh.core.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/** Reads one partition's part of a checkpoint. One thread. */
public final class CheckpointReader implements AutoCloseable {
    private final Disk disk;
    private final String name;
    private final Disk.File file;
    private final CheckpointHead head;
    private ByteBuffer block = LogBatch.buffer(1 << 20);
    private long at;

    /** Receives values. */
    @FunctionalInterface
    public interface Values {
        /** Receives one value; its bytes are valid during this call only. */
        void value(long key, ByteBuffer body);
    }

    /** Receives blocks. */
    @FunctionalInterface
    private interface Blocks {
        /** Receives the values of a whole block, and their checksum; returns the number of values. */
        long block(ByteBuffer values, int check) throws IOException;
    }

    CheckpointReader(Disk disk, long graph, long number, int partition) throws IOException {
        this(disk, CheckpointFile.name(number, partition), graph, number, partition);
    }

    /** Reads a file that may have another name than its number implies. */
    CheckpointReader(Disk disk, String name, long graph, long number, int partition) throws IOException {
        this.disk = disk;
        this.name = name;
        this.file = open();
        boolean done = false;
        try {
            this.head = readHead();
            done = true;
        } finally {
            if (!done) {
                file.close();
            }
        }
        if (head.graph() != graph || head.number() != number || head.partition() != partition) {
            file.close();
            throw damaged("a part of a checkpoint is of something else");
        }
    }

    private Disk.File open() throws IOException {
        try {
            return disk.open(name);
        } catch (NoSuchFileException gone) {
            throw damaged("a part of the checkpoint is missing");
        }
    }

    private CheckpointHead readHead() throws IOException {
        ByteBuffer fixed = read(0, CheckpointFile.HEAD_BYTES);
        int rolls = fixed.getInt(CheckpointFile.ROLLS_OFFSET);
        if (fixed.getLong(0) != CheckpointFile.MAGIC || rolls < 0 || rolls > 1 << 16) {
            throw damaged("a part of a checkpoint does not begin as one");
        }
        int bytes = CheckpointFile.HEAD_BYTES + rolls * CheckpointFile.ROLL_BYTES;
        ByteBuffer whole = read(0, bytes);
        int check = whole.getInt(CheckpointFile.CHECK_OFFSET);
        whole.putInt(CheckpointFile.CHECK_OFFSET, 0);
        if (check != Checks.of(whole, 0, bytes) || whole.getInt(8) != CheckpointFile.FORMAT) {
            throw damaged("a part of a checkpoint does not begin as one");
        }
        Map<Long, Long> members = new LinkedHashMap<>();
        whole.position(CheckpointFile.HEAD_BYTES);
        for (int i = 0; i < rolls; i++) {
            members.put(whole.getLong(), whole.getLong());
        }
        at = bytes;
        return new CheckpointHead(
                whole.getLong(16),
                whole.getLong(24),
                whole.getInt(12),
                whole.getLong(32),
                whole.getLong(40),
                Map.copyOf(members));
    }

    private ByteBuffer read(long from, int bytes) throws IOException {
        if (bytes > block.capacity()) {
            block = LogBatch.buffer(bytes);
        }
        if (from + bytes > file.bytes()) {
            throw damaged("a part of a checkpoint is cut short");
        }
        file.read(from, block.clear().limit(bytes));
        return block.rewind();
    }

    /** The number of values according to the end of the file, which is verified by {@link #read}. */
    public long values() throws IOException {
        return Math.max(
                0, read(Math.max(0, file.bytes() - Long.BYTES), Long.BYTES).getLong(0));
    }

    /** Bytes of the file. */
    long bytes() throws IOException {
        return file.bytes();
    }

    /** The head of the file. */
    public CheckpointHead head() {
        return head;
    }

    /**
     * Whether another part has the same moment and size, and the same checksums of the first {@code most} blocks; to
     * be called before any of the two is read.
     */
    boolean looksLike(CheckpointReader other, int most) throws IOException {
        boolean same = head.timestamp() == other.head.timestamp()
                && head.rolls().equals(other.head.rolls())
                && file.bytes() == other.file.bytes();
        long from = at;
        for (int i = 0; same && i < most && from < file.bytes(); i++) {
            long own = read(from, CheckpointFile.BLOCK_HEAD_BYTES).getLong(0);
            same = own == other.read(from, CheckpointFile.BLOCK_HEAD_BYTES).getLong(0);
            from += CheckpointFile.BLOCK_HEAD_BYTES + Math.max((int) own, Long.BYTES); // END is below 0
        }
        return same;
    }

    /** Bytes behind the head. */
    public long bodyBytes() throws IOException {
        return file.bytes() - headBytes();
    }

    /** Reads bytes behind the head, as they are; beside another thread. */
    public void readBody(long from, byte[] into) throws IOException {
        file.read(headBytes() + from, ByteBuffer.wrap(into));
    }

    private int headBytes() {
        return CheckpointFile.HEAD_BYTES + head.rolls().size() * CheckpointFile.ROLL_BYTES;
    }

    /**
     * Passes all values on; {@code progress} receives the bytes read.
     *
     * @throws DamagedDataException when the file was changed; some values were passed on by then
     */
    public void read(Values values, LongConsumer progress) throws IOException {
        walk((found, check) -> values(found, values), progress);
    }

    /**
     * Writes the same values as a part of another checkpoint; {@code progress} receives the bytes read.
     *
     * @throws DamagedDataException when the file was changed
     */
    void copy(Disk.File target, CheckpointHead as, LongConsumer progress) throws IOException {
        long[] total = {0};
        target.append(CheckpointFile.head(as));
        walk(
                (found, check) -> {
                    target.append(CheckpointFile.blockHead(found.remaining(), check));
                    target.append(found.duplicate());
                    long count = values(found, (key, body) -> {});
                    total[0] += count;
                    return count;
                },
                progress);
        target.append(CheckpointFile.end(total[0]));
    }

    private void walk(Blocks blocks, LongConsumer progress) throws IOException {
        long count = 0;
        while (true) {
            ByteBuffer blockHead = read(at, CheckpointFile.BLOCK_HEAD_BYTES);
            int bytes = blockHead.getInt(0);
            int check = blockHead.getInt(Integer.BYTES);
            boolean ends = bytes == CheckpointFile.END;
            if (bytes < 0 && !ends) {
                throw damaged("a part of a checkpoint has a block without length");
            }
            long from = at + CheckpointFile.BLOCK_HEAD_BYTES;
            ByteBuffer found = read(from, ends ? Long.BYTES : bytes);
            if (Checks.of(found, 0, found.limit()) != check) {
                throw damaged("a part of a checkpoint is damaged");
            }
            at = from + found.limit();
            progress.accept(at - from);
            if (ends) {
                if (found.getLong(0) != count || at != file.bytes()) {
                    throw damaged("a part of a checkpoint has not the values that it says");
                }
                return;
            }
            count += blocks.block(found, check);
        }
    }

    private long values(ByteBuffer found, Values values) {
        long count = 0;
        while (found.hasRemaining()) {
            int length = found.remaining() < CheckpointFile.VALUE_HEAD_BYTES
                    ? -1
                    : found.getInt(found.position() + Long.BYTES);
            if (length < 0 || length > found.remaining() - CheckpointFile.VALUE_HEAD_BYTES) {
                throw damaged("a part of a checkpoint has a value that does not fit");
            }
            long key = found.getLong();
            int from = found.position() + Integer.BYTES;
            values.value(key, found.slice(from, length));
            found.position(from + length);
            count++;
        }
        return count;
    }

    private DamagedDataException damaged(String what) {
        return new DamagedDataException(what, disk, name, at);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
