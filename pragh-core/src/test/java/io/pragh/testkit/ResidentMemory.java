package io.pragh.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The resident memory of this process, as Linux reports it. Stateless. */
public final class ResidentMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path FORGET = Path.of("/proc/self/clear_refs");
    private static final int KIBIBYTE = 1024;

    private ResidentMemory() {}

    /** Whether the system reports it. */
    public static boolean isTold() {
        return Files.exists(STATUS) && Files.isWritable(FORGET);
    }

    /** The resident bytes now. */
    public static long bytes() throws IOException {
        return read("VmRSS:");
    }

    /** The greatest number of resident bytes since {@link #forgetMost}. */
    public static long mostBytes() throws IOException {
        return read("VmHWM:");
    }

    /** Resets the greatest number of resident bytes. */
    public static void forgetMost() throws IOException {
        Files.writeString(FORGET, "5");
    }

    private static long read(String name) throws IOException {
        String line = Files.readAllLines(STATUS).stream()
                .filter(each -> each.startsWith(name))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", "")) * KIBIBYTE;
    }
}
