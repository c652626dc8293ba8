package io.pragh.tinkerpop;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The service {@code g.call("pragh.backup").with("folder", name)}: runs {@link PraghGraph#backup} into a folder of
 * that name within the folder that the server's operator has configured. Any thread.
 *
 * <pre>
 *   with("folder", name)     letters, digits, '.', '-' and '_'
 *   with("full", true)       a backup that needs no other
 *   with("progress", true)   makes none, and reports the progress of a running one
 *   answers: number: long, kind: "full" or "incremental", why: text, bytes: long, folder: text, moment: long
 *   or, for progress: what: text, done: long, total: long
 * </pre>
 */
public final class BackupService extends MapService {
    /** Name of the service. */
    public static final String NAME = "pragh.backup";
    /** Parameter and answer: the folder. */
    public static final String FOLDER = "folder";
    /** Parameter: whether the backup is to be independent of others. */
    public static final String FULL = "full";
    /** Parameter: whether only the progress is reported. */
    public static final String PROGRESS = "progress";
    /** In the answer: the number of the backup within the folder. */
    public static final String NUMBER = "number";
    /** In the answer: full or incremental. */
    public static final String KIND = "kind";
    /** In the answer: why it is full though an incremental one was wanted, or empty. */
    public static final String WHY = "why";
    /** In the answer: its size in bytes. */
    public static final String BYTES = "bytes";
    /** In the answer: its moment, a timestamp of the graph. */
    public static final String MOMENT = "moment";
    /** In the answer about progress: the operation under way, empty for none. */
    public static final String WHAT = "what";
    /** In the answer about progress: bytes done. */
    public static final String DONE = "done";
    /** In the answer about progress: bytes in total. */
    public static final String TOTAL = "total";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Set<String> KNOWN = Set.of(FOLDER, FULL, PROGRESS);
    private static final Map<String, Object> IDLE = Map.of(WHAT, "", DONE, 0L, TOTAL, 0L);

    private final Backups backups;
    private final @Nullable String allowed;
    private volatile Map<String, Object> progress = IDLE;

    /** Makes backups. */
    @FunctionalInterface
    interface Backups {
        /** Makes a backup. */
        BackupSummary backup(Path folder, boolean full, BackupProgress progress);
    }

    /** Makes backups in folders within the allowed one; null: none is allowed. */
    BackupService(Backups backups, @Nullable String allowed) {
        super(NAME);
        this.backups = backups;
        this.allowed = allowed;
    }

    @Override
    Map<String, Object> answer(Map<?, ?> params) {
        for (Object key : params.keySet()) {
            if (!(key instanceof String name && KNOWN.contains(name))) {
                throw new PraghException(
                        "pragh.backup has no such parameter: name=" + key + " known=folder, full, progress");
            }
        }
        if (isOn(params, PROGRESS)) {
            return progress;
        }
        Path folder = place(params.get(FOLDER));
        boolean full = isOn(params, FULL);
        try {
            BackupSummary made = backups.backup(
                    folder, full, (what, done, total) -> progress = Map.of(WHAT, what, DONE, done, TOTAL, total));
            return Map.of(
                    NUMBER,
                    made.number(),
                    KIND,
                    made.kind(),
                    WHY,
                    made.why(),
                    BYTES,
                    made.bytes(),
                    FOLDER,
                    folder.toString(),
                    MOMENT,
                    made.moment());
        } finally {
            progress = IDLE;
        }
    }

    private static boolean isOn(Map<?, ?> params, String name) {
        Object value = params.get(name);
        if (value != null && !(value instanceof Boolean)) {
            throw new PraghException("a parameter of pragh.backup is true or false: name=" + name + " found=" + value);
        }
        return Boolean.TRUE.equals(value);
    }

    private Path place(@Nullable Object name) {
        if (allowed == null) {
            throw new SecurityException(
                    "this server makes no backups for clients; its operator can name a folder for them: --backup-folder,"
                            + " graph.backupFolder, pragh.backupFolder");
        }
        if (!(name instanceof String plain && PLAIN.matcher(plain).matches())) {
            throw new SecurityException(
                    "a backup is made in a folder of the server's graph.backupFolder, named by letters,"
                            + " digits, '.', '-' and '_': g.call(\"pragh.backup\").with(\"folder\", name): folder="
                            + name);
        }
        try {
            Path root = Path.of(allowed);
            Files.createDirectories(root);
            Path folder = root.toRealPath().resolve(plain);
            if (Files.isSymbolicLink(folder)) {
                throw new SecurityException("a backup is made in no folder that is a symbolic link: folder=" + name);
            }
            return folder;
        } catch (IOException failed) {
            throw new PraghException(
                    "the server's folder for backups cannot be had; see to graph.backupFolder: folder=" + allowed
                            + " because " + failed,
                    failed);
        }
    }
}
