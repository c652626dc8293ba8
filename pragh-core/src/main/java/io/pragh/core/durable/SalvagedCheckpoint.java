package io.pragh.core.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the undamaged blocks of a partition's part of a checkpoint. One thread. */
// Behind a damaged block, the next one is searched byte by byte: its length, its values, which must fill it to its
// end, and its check must fit. A block has at most a megabyte, or one value.
final class SalvagedCheckpoint {
    private static final int BLOCK_BYTES_MAX = 1 << 20;
    private static final int WINDOW_BYTES = 1 << 16;
    /** The bytes that are tested for the beginning of a block: its head, and that of its first value. */
    private static final int BEGIN_BYTES = CheckpointFile.BLOCK_HEAD_BYTES + CheckpointFile.VALUE_HEAD_BYTES;

    private final Disk.File file;
    private final String name;
    private final SalvageReport report;
    private final long bytes;
    private ByteBuffer buffer = LogBatch.buffer(BLOCK_BYTES_MAX);
    private long blocks;

    /** Receives blocks. */
    @FunctionalInterface
    interface Blocks {
        /** Receives a whole block; its bytes are valid during this call only. */
        void block(ByteBuffer values, int check) throws IOException;
    }

    SalvagedCheckpoint(Disk.File file, String name, SalvageReport report) throws IOException {
        this.file = file;
        this.name = name;
        this.report = report;
        this.bytes = file.bytes();
    }

    /** The head of the part; null when it is damaged. */
    @Nullable
    CheckpointHead head(int partition) throws IOException {
        if (bytes < CheckpointFile.HEAD_BYTES) {
            return null;
        }
        ByteBuffer fixed = read(0, CheckpointFile.HEAD_BYTES);
        int rolls = fixed.getInt(CheckpointFile.ROLLS_OFFSET);
        if (rolls < 0 || rolls > 1 << 16 || CheckpointFile.HEAD_BYTES + rolls * CheckpointFile.ROLL_BYTES > bytes) {
            return null;
        }
        int length = CheckpointFile.HEAD_BYTES + rolls * CheckpointFile.ROLL_BYTES;
        ByteBuffer whole = read(0, length);
        int check = whole.getInt(CheckpointFile.CHECK_OFFSET);
        whole.putInt(CheckpointFile.CHECK_OFFSET, 0);
        if (check != Checks.of(whole, 0, length) || whole.getLong(0) != CheckpointFile.MAGIC) {
            return null;
        }
        Map<Long, Long> members = new LinkedHashMap<>();
        whole.position(CheckpointFile.HEAD_BYTES);
        for (int i = 0; i < rolls; i++) {
            members.put(whole.getLong(), whole.getLong());
        }
        CheckpointHead head = new CheckpointHead(
                whole.getLong(16), whole.getLong(24), whole.getInt(12), whole.getLong(32), whole.getLong(40), members);
        return head.partition() == partition ? head : null;
    }

    /** The position behind a whole head, where blocks begin. */
    static long behind(CheckpointHead head) {
        return CheckpointFile.HEAD_BYTES + (long) head.rolls().size() * CheckpointFile.ROLL_BYTES;
    }

    /** Passes on all whole blocks, and reports the gaps between them; returns whether there were none. */
    boolean read(long from, Blocks target) throws IOException {
        boolean whole = true;
        long at = from;
        while (at < bytes && !isEnd(at)) {
            long next = block(at, target);
            if (next < 0) {
                long found = find(at + 1);
                report.lost("a part of a checkpoint is damaged, and the values in it are lost: file=" + name + " block="
                        + blocks + " bytes=" + at + " to " + found);
                blocks++;
                whole = false;
                next = found;
            }
            at = next;
        }
        if (at >= bytes) {
            report.lost("a part of a checkpoint is cut short, and what came behind is lost: file=" + name + " bytes="
                    + bytes);
            whole = false;
        }
        return whole;
    }

    private boolean isEnd(long at) throws IOException {
        if (at != bytes - CheckpointFile.END_BYTES) {
            return false;
        }
        ByteBuffer end = read(at, CheckpointFile.END_BYTES);
        return end.getInt(0) == CheckpointFile.END
                && end.getInt(Integer.BYTES)
                        == Checks.of(end, CheckpointFile.BLOCK_HEAD_BYTES, CheckpointFile.END_BYTES);
    }

    /**
     * Passes on the block at a position, and returns the position of the next one; -1 when there is no whole block.
     */
    private long block(long at, Blocks target) throws IOException {
        if (at + BEGIN_BYTES > bytes) {
            return -1;
        }
        ByteBuffer begin = read(at, BEGIN_BYTES);
        int length = begin.getInt(0);
        int check = begin.getInt(Integer.BYTES);
        if (!mayBegin(begin, 0, at)) {
            return -1;
        }
        long from = at + CheckpointFile.BLOCK_HEAD_BYTES;
        ByteBuffer values = read(from, length);
        if (Checks.of(values, 0, length) != check || !isFilled(values)) {
            return -1;
        }
        target.block(values.position(0), check);
        blocks++;
        return from + length;
    }

    private boolean mayBegin(ByteBuffer window, int index, long at) {
        int length = window.getInt(index);
        int first = window.getInt(index + CheckpointFile.BLOCK_HEAD_BYTES + Long.BYTES);
        return length >= CheckpointFile.VALUE_HEAD_BYTES
                && length <= bytes - at - CheckpointFile.BLOCK_HEAD_BYTES
                && first >= 0
                && first <= length - CheckpointFile.VALUE_HEAD_BYTES
                && (length <= BLOCK_BYTES_MAX || first == length - CheckpointFile.VALUE_HEAD_BYTES);
    }

    private static boolean isFilled(ByteBuffer values) {
        int at = 0;
        while (at + CheckpointFile.VALUE_HEAD_BYTES <= values.limit()) {
            int length = values.getInt(at + Long.BYTES);
            if (length < 0 || length > values.limit() - at - CheckpointFile.VALUE_HEAD_BYTES) {
                return false;
            }
            at += CheckpointFile.VALUE_HEAD_BYTES + length;
        }
        return at == values.limit();
    }

    /** The position of the next whole block, or of the end mark, or the end of the file. */
    private long find(long from) throws IOException {
        ByteBuffer window = LogBatch.buffer(WINDOW_BYTES);
        for (long at = from; at + BEGIN_BYTES <= bytes; at += WINDOW_BYTES - BEGIN_BYTES + 1) {
            int length = (int) Math.min(WINDOW_BYTES, bytes - at);
            file.read(at, window.clear().limit(length));
            for (int i = 0; i + BEGIN_BYTES <= length; i++) {
                if (mayBegin(window, i, at + i)
                        && isWhole(at + i, window.getInt(i), window.getInt(i + Integer.BYTES))) {
                    return at + i;
                }
            }
        }
        long end = bytes - CheckpointFile.END_BYTES;
        return end >= from && isEnd(end) ? end : bytes;
    }

    private boolean isWhole(long at, int length, int check) throws IOException {
        ByteBuffer values = read(at + CheckpointFile.BLOCK_HEAD_BYTES, length);
        return isFilled(values) && Checks.of(values, 0, length) == check;
    }

    private ByteBuffer read(long from, int length) throws IOException {
        if (length > buffer.capacity()) {
            buffer = LogBatch.buffer(length);
        }
        file.read(from, buffer.clear().limit(length));
        return buffer.rewind();
    }
}
