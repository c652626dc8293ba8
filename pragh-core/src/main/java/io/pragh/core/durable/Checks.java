package io.pragh.core.durable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32C;

/** Computes the checksums of files. Stateless. */
final class Checks {
    private Checks() {}

    /** CRC-32C of some bytes of a buffer. */
    static int of(ByteBuffer buffer, int from, int to) {
        CRC32C sum = new CRC32C();
        sum.update(buffer.duplicate().clear().position(from).limit(to));
        return (int) sum.getValue();
    }

    /** The last line of a text, with the CRC-32C of the lines before. */
    static String line(String text) {
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", sum.getValue());
    }
}
