package io.pragh.core.durable;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The format of a file with the values of one partition as of one moment.
 *
 * <pre>
 *   0       8        12          16      24       32          40         48      52      56
 *   | magic | format | partition | graph | number | timestamp | position | rolls | check | (roll, members) 16 …
 *   | bytes 4 | check 4 | (key 8, length 4, body) … | …          blocks
 *   | -1    4 | check 4 | values 8 |                              the end
 * </pre>
 *
 * <p>Check: CRC-32C of the head or block that it belongs to. Stateless.
 */
final class CheckpointFile {
    static final long MAGIC = 0x5447_5048_4741_5250L;
    static final int FORMAT = 1;
    static final int HEAD_BYTES = 56;
    static final int ROLLS_OFFSET = 48;
    static final int CHECK_OFFSET = 52;
    static final int ROLL_BYTES = 2 * Long.BYTES;
    static final int BLOCK_HEAD_BYTES = 2 * Integer.BYTES;
    static final int VALUE_HEAD_BYTES = Long.BYTES + Integer.BYTES;
    static final int END = -1;
    static final int END_BYTES = BLOCK_HEAD_BYTES + Long.BYTES;

    private static final String PREFIX = "checkpoint-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "\\d{8,18}-\\d{3}");

    private CheckpointFile() {}

    /** Name of the file of one partition in the checkpoint with a number. */
    static String name(long number, int partition) {
        return String.format(Locale.ROOT, "%s%08d-%03d", PREFIX, number, partition);
    }

    /** Whether a file belongs to any checkpoint. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Whether a file belongs to the checkpoint with a number. */
    static boolean isOf(String name, long number) {
        return name.startsWith(String.format(Locale.ROOT, "%s%08d-", PREFIX, number));
    }

    /** The number of the checkpoint that a file belongs to. */
    static long number(String name) {
        return Long.parseLong(name.substring(PREFIX.length(), name.lastIndexOf('-')));
    }

    /** The partition whose values a file has. */
    static int partition(String name) {
        return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    }

    static ByteBuffer head(CheckpointHead head) {
        int bytes = HEAD_BYTES + head.rolls().size() * ROLL_BYTES;
        ByteBuffer out = LogBatch.buffer(bytes);
        out.putLong(MAGIC)
                .putInt(FORMAT)
                .putInt(head.partition())
                .putLong(head.graph())
                .putLong(head.number())
                .putLong(head.timestamp())
                .putLong(head.position())
                .putInt(head.rolls().size())
                .putInt(0);
        head.rolls().forEach((roll, members) -> out.putLong(roll).putLong(members));
        out.putInt(CHECK_OFFSET, Checks.of(out, 0, bytes));
        return out.flip();
    }

    static ByteBuffer blockHead(int bytes, int check) {
        return LogBatch.buffer(BLOCK_HEAD_BYTES).putInt(bytes).putInt(check).flip();
    }

    /** The end mark of a file with {@code values} values. */
    static ByteBuffer end(long values) {
        ByteBuffer out = LogBatch.buffer(END_BYTES);
        out.putInt(END).putInt(0).putLong(values);
        out.putInt(Integer.BYTES, Checks.of(out, BLOCK_HEAD_BYTES, END_BYTES));
        return out.flip();
    }
}
