package io.pragh.core.bulk;

import java.io.IOException;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;

/** The first bytes that identify compressed files. Immutable. */
enum FileSignature {
    GZIP("gzip", "\u001f\u008b"),
    ZIP("a zip archive", "PK\u0003\u0004"),
    BZIP2("bzip2", "BZh"),
    XZ("xz", "\u00fd7zXZ\u0000"),
    ZSTANDARD("zstd", "(\u00b5/\u00fd"),
    /** Not compressed in a known format; every file matches. */
    NONE("plain", "");

    /** The length of the longest signature. */
    static final int BYTES_MAX = 6;

    private final String title;
    private final String bytes;

    FileSignature(String title, String bytes) {
        this.title = title;
        this.bytes = bytes;
    }

    String title() {
        return title;
    }

    /**
     * The signature at the start of a stream, whose position stays; the stream must be able to push {@link
     * #BYTES_MAX} bytes back.
     */
    static FileSignature of(PushbackInputStream in) throws IOException {
        byte[] head = new byte[BYTES_MAX];
        int length = in.readNBytes(head, 0, head.length);
        in.unread(head, 0, length);
        return of(head, length);
    }

    /** The first signature that matches the head of a file. */
    static FileSignature of(byte[] head, int length) {
        String start = new String(head, 0, length, StandardCharsets.ISO_8859_1);
        for (FileSignature signature : values()) {
            if (start.startsWith(signature.bytes)) {
                return signature;
            }
        }
        return NONE;
    }
}
