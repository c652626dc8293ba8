package io.pragh.benchmarks.ldbc;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the regular files of a tar archive (ustar), one after the other. One thread. */
// A header block with name and size precedes each file, whose content is padded to whole blocks.
final class TarReader {
    private static final int BLOCK_BYTES = 512;
    private static final int NAME_OFFSET = 0;
    private static final int NAME_BYTES = 100;
    private static final int SIZE_OFFSET = 124;
    private static final int SIZE_BYTES = 12;
    private static final int TYPE_OFFSET = 156;
    private static final int PREFIX_OFFSET = 345;
    private static final int PREFIX_BYTES = 155;
    private static final int OCTAL = 8;

    private final InputStream archive;
    private String name = "";
    private long left;
    private long padding;

    TarReader(InputStream archive) {
        this.archive = archive;
    }

    /** Goes to the next file; false when there is none. */
    boolean next() throws IOException {
        while (true) {
            archive.skipNBytes(left + padding);
            left = 0;
            padding = 0;
            byte[] header = archive.readNBytes(BLOCK_BYTES);
            if (header.length < BLOCK_BYTES || header[NAME_OFFSET] == 0) {
                return false;
            }
            left = Long.parseLong(text(header, SIZE_OFFSET, SIZE_BYTES).strip(), OCTAL);
            padding = Math.floorMod(-left, (long) BLOCK_BYTES);
            if (header[TYPE_OFFSET] == '0' || header[TYPE_OFFSET] == 0) {
                String prefix = text(header, PREFIX_OFFSET, PREFIX_BYTES);
                name = (prefix.isEmpty() ? "" : prefix + "/") + text(header, NAME_OFFSET, NAME_BYTES);
                return true;
            }
        }
    }

    private static String text(byte[] header, int from, int length) {
        int to = from;
        while (to < from + length && header[to] != 0) {
            to++;
        }
        return new String(header, from, to - from, StandardCharsets.UTF_8);
    }

    /** Name of the file, with its folders. */
    String name() {
        return name;
    }

    /** The rest of the file. Closing it does nothing: the archive belongs to the caller. */
    InputStream content() {
        return new FilterInputStream(archive) {
            @Override
            public int read() throws IOException {
                if (left == 0) {
                    return -1;
                }
                left--;
                return in.read();
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                if (left == 0) {
                    return -1;
                }
                int count = in.read(bytes, from, (int) Math.min(length, left));
                left -= Math.max(count, 0);
                return count;
            }

            @Override
            public void close() {}
        };
    }
}
