package io.pragh.tinkerpop.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * How a node that was started by {@code pragh server --config} is asked to leave its cluster with all that it holds: by a file beside its
 * own, {@code node.yaml.leave}, with the number of seconds that it may take. So whoever may change the one may do the other. Stateless.
 */
public final class LeaveRequest {
    /** Nobody has asked. */
    static final long NONE = -1;

    private static final int SECONDS_MAX = 86_400;

    private static final String DONE = "has left its cluster, and handed all its partitions over";
    private static final String CUT_SHORT = "has left its cluster before it had handed all its partitions over";

    private LeaveRequest() {}

    /** What the node says last when it has left. */
    static String done() {
        return "pragh server: " + DONE;
    }

    /** What it says instead when the time was up. */
    static String cutShort(long seconds) {
        return "pragh: this node " + CUT_SHORT + "; what it still held is lost: seconds=" + seconds;
    }

    /** Whether a node has handed everything over, by all that it has said. */
    public static boolean isDone(String said) {
        return said.contains(DONE);
    }

    private static Path of(Path config) {
        return config.resolveSibling(config.getFileName() + ".leave");
    }

    /** Asks the node of this file. */
    public static void make(Path config, long seconds) throws IOException {
        Path draft = config.resolveSibling(config.getFileName() + ".leave.draft");
        Files.writeString(draft, seconds + System.lineSeparator());
        Files.move(draft, of(config), StandardCopyOption.ATOMIC_MOVE); // whole from the first moment on
    }

    /** Takes a request back, or away that is done. */
    public static void clear(Path config) throws IOException {
        Files.deleteIfExists(of(config));
    }

    /** How many seconds the node may take to leave, or {@link #NONE}. Whatever else the file says means none at all. */
    static long secondsAsked(Path config) throws IOException {
        Path file = of(config);
        if (!Files.exists(file)) {
            return NONE;
        }
        try {
            return Math.max(
                    0,
                    Math.min(SECONDS_MAX, Long.parseLong(Files.readString(file).strip())));
        } catch (NumberFormatException other) {
            return 0;
        }
    }
}
