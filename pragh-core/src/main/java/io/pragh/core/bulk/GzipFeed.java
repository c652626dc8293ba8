package io.pragh.core.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Unpacks the text of a gzip file of one or more members. Thread rule: one thread. */
// java.util.zip.GZIPInputStream is not used: it takes any bytes behind a member that are no whole header for the end
// of the data, so a file that is cut inside a later member's header, or has a damaged one, would load without an
// error and short of edges. Here every member must have a whole header (RFC 1952), a matching CRC-32 and a matching
// length, and the last one may be followed only by the end or by zero bytes (padding left by tape and archive tools).
final class GzipFeed implements ByteFeed {
    static final int MAGIC_1 = 0x1f;
    static final int MAGIC_2 = 0x8b;

    private static final int METHOD_DEFLATE = 8;
    private static final int HEADER_REST_BYTES = 6;
    private static final int FLAG_HEADER_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;
    private static final int FLAGS_RESERVED = 0xe0;
    private static final int INPUT_BYTES = 1 << 16;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] input = new byte[INPUT_BYTES];
    private int next;
    private int end;
    private long fileBytesRead;
    private boolean inMember;
    private boolean atEnd;

    GzipFeed(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        while (!atEnd) {
            if (!inMember && !startMember()) {
                atEnd = true;
                break;
            }
            int count = inflate(into, from, length);
            if (count > 0) {
                crc.update(into, from, count);
                return count;
            }
            finishMember();
        }
        return END;
    }

    @Override
    public long fileBytes() {
        return fileBytesRead - (end - next) - (inMember ? inflater.getRemaining() : 0);
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }

    /** Reads a member's header; false if the file ends here. */
    private boolean startMember() throws IOException {
        boolean first = fileBytes() == 0;
        int magic = nextByteOrEnd();
        while (!first && magic == 0) {
            magic = nextByteOrEnd();
        }
        if (magic == END) {
            return false;
        }
        if (magic != MAGIC_1 || nextByte() != MAGIC_2 || nextByte() != METHOD_DEFLATE) {
            throw damaged("bytes that are not gzip");
        }
        int flags = nextByte();
        if ((flags & FLAGS_RESERVED) != 0) {
            throw damaged("an unknown header flag");
        }
        skip(HEADER_REST_BYTES);
        if ((flags & FLAG_EXTRA) != 0) {
            skip(nextShort());
        }
        if ((flags & FLAG_NAME) != 0) {
            skipString();
        }
        if ((flags & FLAG_COMMENT) != 0) {
            skipString();
        }
        if ((flags & FLAG_HEADER_CRC) != 0) {
            skip(Short.BYTES);
        }
        inMember = true;
        return true;
    }

    /** Unpacks some bytes; 0 at the end of the member. */
    private int inflate(byte[] into, int from, int length) throws IOException {
        try {
            int count = inflater.inflate(into, from, length);
            while (count == 0 && !inflater.finished()) {
                if (inflater.needsDictionary()) {
                    throw damaged("a preset dictionary");
                }
                giveInput();
                count = inflater.inflate(into, from, length);
            }
            return count;
        } catch (DataFormatException damage) {
            FeedException fault = damaged("data that cannot be unpacked");
            fault.initCause(damage);
            throw fault;
        }
    }

    /** Gives the inflater, which has consumed its input, the rest of the buffer, or else a new buffer. */
    private void giveInput() throws IOException {
        if (next == end && !fill()) {
            throw truncated();
        }
        inflater.setInput(input, next, end - next);
        next = end;
    }

    private void finishMember() throws IOException {
        next = end - inflater.getRemaining();
        long crcStored = nextInt();
        long lengthStored = nextInt();
        long lengthUnpacked = inflater.getBytesWritten() & 0xffff_ffffL;
        if (crcStored != crc.getValue() || lengthStored != lengthUnpacked) {
            throw damaged("a checksum that does not match");
        }
        inflater.reset();
        crc.reset();
        inMember = false;
    }

    private long nextInt() throws IOException {
        return nextShort() | (long) nextShort() << Short.SIZE;
    }

    private int nextShort() throws IOException {
        return nextByte() | nextByte() << Byte.SIZE;
    }

    private void skipString() throws IOException {
        int character;
        do {
            character = nextByte();
        } while (character != 0);
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            nextByte();
        }
    }

    private int nextByte() throws IOException {
        int value = nextByteOrEnd();
        if (value == END) {
            throw truncated();
        }
        return value;
    }

    private int nextByteOrEnd() throws IOException {
        return next < end || fill() ? input[next++] & 0xff : END;
    }

    private boolean fill() throws IOException {
        int count = in.read(input, 0, INPUT_BYTES);
        next = 0;
        end = Math.max(count, 0);
        fileBytesRead += end;
        return count > 0;
    }

    private static FeedException truncated() {
        return new FeedException("gzip data end too early", "the file was cut short, fetch it again");
    }

    private static FeedException damaged(String what) {
        return new FeedException("gzip data are damaged, there is " + what, "fetch or pack the file again");
    }
}
