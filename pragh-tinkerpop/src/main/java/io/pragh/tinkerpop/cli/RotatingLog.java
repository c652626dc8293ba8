package io.pragh.tinkerpop.cli;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A log in a few files of bounded size: {@code name} is written, {@code name.1} is the one before it, and so on; the
 * oldest is removed. Any thread.
 */
// All output of a process goes through System.out and System.err, whichever library writes it, so the bound is
// applied there. The JVM's own output as it dies bypasses them, into the file with which the process was started.
final class RotatingLog extends OutputStream {
    /** Bound on the bytes of a file. */
    static final long BYTES_MAX = 10L << 20;
    /** Bound on the number of files. */
    static final int FILES_MAX = 5;

    private final Path file;
    private final long bytesMax;
    private final int filesMax;
    private OutputStream current;
    private long bytes;

    /** Appends to the present contents of a file. */
    RotatingLog(Path file, long bytesMax, int filesMax) throws IOException {
        this.file = file;
        this.bytesMax = bytesMax;
        this.filesMax = filesMax;
        this.bytes = Files.exists(file) ? Files.size(file) : 0;
        this.current = open();
    }

    /** Redirects all later output of this process to a file. */
    static void take(Path file) throws IOException {
        PrintStream log = new PrintStream(new RotatingLog(file, BYTES_MAX, FILES_MAX), true, StandardCharsets.UTF_8);
        System.setOut(log);
        System.setErr(log);
    }

    private OutputStream open() throws IOException {
        return new FileOutputStream(file.toFile(), true);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] text, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            if (bytes >= bytesMax) {
                rotate();
            }
            int now = (int) Math.min(left, bytesMax - bytes);
            current.write(text, from, now);
            bytes += now;
            from += now;
            left -= now;
        }
    }

    private void rotate() throws IOException {
        current.close();
        for (int age = filesMax - 1; age > 0; age--) {
            Path younger = age == 1 ? file : aged(age - 1);
            if (Files.exists(younger)) {
                Files.move(younger, aged(age), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        current = open();
        bytes = 0;
    }

    private Path aged(int age) {
        return file.resolveSibling(file.getFileName() + "." + age);
    }

    @Override
    public synchronized void flush() throws IOException {
        current.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        current.close();
    }
}
