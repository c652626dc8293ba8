package io.pragh.core.durable;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Checksums of files. Stateless. */
final class Checks {
    private Checks() {}

    /** CRC-32C of some bytes of a buffer. */
    static int of(ByteBuffer buffer, int from, int to) {
        CRC32C sum = new CRC32C();
        sum.update(buffer.duplicate().clear().position(from).limit(to));
        return (int) sum.getValue();
    }
}
