package io.pragh.tinkerpop.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request that a node started by {@code pragh server --config} leaves its cluster and hands over all its values:
 * a file beside its own, {@code node.yaml.leave}, with the number of seconds that it may take. So the permission to
 * change the one file extends to the other. Stateless.
 */
public final class LeaveRequest {
    /** Stands for no request. */
    static final long NONE = -1;

    private static final int SECONDS_MAX = 86_400;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private static final String DONE = "has left its cluster, and handed all its partitions over";
    private static final String CUT_SHORT = "has left its cluster before it had handed all its partitions over";

    private LeaveRequest() {}

    /** The last line of a node with this data folder, if any, when it has left. */
    static String done(@Nullable String data) {
        return "pragh server: " + DONE
                + (data == null ? "" : "; its data folder is empty, for another node or to be removed: folder=" + data);
    }

    /** Its line instead when the time is up. */
    static String cutShort(long seconds, @Nullable String data) {
        return "pragh: this node " + CUT_SHORT
                + (data == null
                        ? "; what it still held is lost: seconds=" + seconds
                        : "; what is left is not lost: it stays in the data folder, and is served again when a node is"
                                + " started with that: seconds=" + seconds + " folder=" + data);
    }

    /** Whether a node has handed everything over, by its output. */
    public static boolean isDone(String said) {
        return said.contains(DONE);
    }

    /** The file of the request to the node of this file. */
    static Path of(Path config) {
        return config.resolveSibling(config.getFileName() + ".leave");
    }

    /** Requests that the node of this file leaves. */
    public static void make(Path config, long seconds) throws IOException {
        Path draft = config.resolveSibling(config.getFileName() + ".leave.draft");
        Files.writeString(draft, seconds + System.lineSeparator());
        Files.move(draft, of(config), StandardCopyOption.ATOMIC_MOVE); // complete from the first moment on
    }

    /** Withdraws a request, or removes one that is done. */
    public static void clear(Path config) throws IOException {
        Files.deleteIfExists(of(config));
    }

    /**
     * The number of seconds that the node may take to leave, or {@link #NONE}. An empty file is one whose number is
     * still to be written. Throws when the file cannot be read or holds anything else than a number: the node stays,
     * since one that left at once would lose what it holds.
     */
    static long secondsAsked(Path config) throws IOException {
        Path file = of(config);
        if (!Files.exists(file)) {
            return NONE;
        }
        try {
            String seconds = Files.readString(file).strip();
            if (!seconds.isEmpty() && !NUMBER.matcher(seconds).matches()) {
                throw new IOException("it is to hold a number of seconds, and nothing else");
            }
            return seconds.isEmpty() ? NONE : Math.min(SECONDS_MAX, Long.parseLong(seconds));
        } catch (NoSuchFileException withdrawn) {
            return NONE;
        }
    }
}
