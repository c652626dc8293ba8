package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder of backups of one graph, in the order in which they were made: full ones, and incremental ones that
 * continue where the one before ends. One thread.
 *
 * <pre>
 *   backup-00000003              describes the third one: {@link BackupStep}
 *   backup-00000003-part-001     of a full one: the values of a partition, as {@link CheckpointFile} has them
 *   backup-00000003-log          a part of the log, as {@link LogSegment} has it
 * </pre>
 */
// A backup exists when its own file has its name, which it gets when all its other files are synced. Files of a
// number without such a file are the rest of a backup that was killed; the next backup removes them.
public final class BackupFolder {
    private static final String NEXT = "backup.new";
    private static final int TEXT_BYTES_MAX = 1 << 16;
    private static final Pattern NAME = Pattern.compile("backup-(\\d{8})(-log|-part-\\d{3})?");

    private final Disk disk;
    /** The backups by number; null: the backup exists and is damaged. */
    private final NavigableMap<Long, @Nullable BackupStep> steps;

    private BackupFolder(Disk disk, NavigableMap<Long, @Nullable BackupStep> steps) {
        this.disk = disk;
        this.steps = steps;
    }

    /**
     * Reads which backups exist; none in an empty folder.
     *
     * @throws PraghException when it holds other files, or backups of another version, or cannot be read
     */
    public static BackupFolder open(Disk disk) {
        NavigableMap<Long, @Nullable BackupStep> steps = new TreeMap<>();
        try {
            for (String name : disk.names()) {
                Matcher known = NAME.matcher(name);
                if (!known.matches() && !name.equals(NEXT)) {
                    throw new PraghException(
                            "this folder holds other files than backups; give an empty one, or one that"
                                    + " is not there yet: folder=" + disk + " file=" + name);
                }
                if (known.matches() && known.group(2) == null) {
                    long number = Long.parseLong(known.group(1));
                    steps.put(number, read(disk, name, number));
                }
            }
            return new BackupFolder(disk, steps);
        } catch (IOException failed) {
            throw unreadable(disk, failed);
        }
    }

    /**
     * Refuses a folder of backups within the data folder, because both would be lost together.
     *
     * @param data the data folder, for the error message
     * @throws PraghException when a folder of backups lies in it
     */
    public static void checkOutside(String data, Path folder) {
        Path around = DataPlace.of(data).folder();
        if (around != null
                && folder.toAbsolutePath()
                        .normalize()
                        .startsWith(around.toAbsolutePath().normalize())) {
            throw new PraghException(
                    "a backup within the data folder would be lost with it; give another folder: folder=" + folder
                            + " data=" + data);
        }
    }

    private static @Nullable BackupStep read(Disk disk, String name, long number) throws IOException {
        String text;
        try (Disk.File file = disk.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.bytes(), TEXT_BYTES_MAX));
            file.read(0, bytes);
            text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
        BackupStep step = BackupStep.decode(text);
        if (step == null && BackupStep.isOfOtherFormat(text)) {
            throw new PraghException(
                    "the backup was made by another version of Pragh, or its file is damaged; use that one: folder="
                            + disk + " file=" + name);
        }
        return step != null && step.number() == number ? step : null;
    }

    static PraghException unreadable(Disk disk, IOException failed) {
        return new PraghException(
                "the backup folder cannot be read; see to the disk: folder=" + disk + " because " + failed, failed);
    }

    static String name(long number) {
        return String.format(Locale.ROOT, "backup-%08d", number);
    }

    static String part(long number, int partition) {
        return String.format(Locale.ROOT, "%s-part-%03d", name(number), partition);
    }

    static String log(long number) {
        return name(number) + "-log";
    }

    Disk disk() {
        return disk;
    }

    /** The readable backups, in the order in which they were made. */
    public List<BackupStep> steps() {
        List<BackupStep> all = new ArrayList<>();
        steps.values().forEach(step -> {
            if (step != null) {
                all.add(step);
            }
        });
        return all;
    }

    /** The numbers of the damaged backups, in ascending order. */
    public List<Long> damaged() {
        return steps.keySet().stream()
                .filter(number -> steps.get(number) == null)
                .toList();
    }

    /** The last backup; null when there is none, or when it is damaged. */
    @Nullable
    BackupStep last() {
        return steps.isEmpty() ? null : steps.lastEntry().getValue();
    }

    /** The number of the next backup. */
    long next() {
        return steps.isEmpty() ? 1 : steps.lastKey() + 1;
    }

    /**
     * The backups that have to be read to restore one: a full backup, and the incremental ones up to that one.
     *
     * @param number the number of the backup; 0: the last one
     * @throws PraghException when there is none, or one of the chain is missing or damaged
     */
    public List<BackupStep> chain(long number) {
        if (steps.isEmpty()) {
            throw new PraghException("there is no backup in this folder: folder=" + disk);
        }
        long wanted = number == 0 ? steps.lastKey() : number;
        if (!steps.containsKey(wanted)) {
            throw new PraghException("there is no such backup in this folder: folder=" + disk + " backup=" + wanted
                    + " backups=" + told());
        }
        List<BackupStep> chain = new ArrayList<>();
        BackupStep step;
        for (long at = wanted; ; at--) {
            step = steps.get(at);
            if (step == null || !chain.isEmpty() && !continues(step, chain.get(0))) {
                throw new PraghException("a backup is " + (steps.containsKey(at) ? "damaged" : "missing")
                        + "; restore an earlier one, or another folder: folder=" + disk + " file=" + name(at)
                        + " backups=" + told());
            }
            chain.add(0, step);
            if (step.full()) {
                return chain;
            }
        }
    }

    private static boolean continues(BackupStep before, BackupStep after) {
        return before.to() == after.from()
                && before.graph() == after.graph()
                && before.partitions() == after.partitions();
    }

    private String told() {
        return String.valueOf(steps().stream().map(BackupStep::number).toList());
    }

    /**
     * Reads all files of some backups, and compares their checksums.
     *
     * @throws PraghException that names the first file that was changed
     */
    public void verify(List<BackupStep> chain, BackupProgress progress) {
        long total = chain.stream().mapToLong(BackupStep::bytes).sum();
        long[] done = {0};
        for (BackupStep step : chain) {
            for (BackupStep.Part part : step.files()) {
                try (Disk.File file = disk.open(part.name())) {
                    boolean whole = file.bytes() == part.bytes()
                            && SummedFile.of(file, more -> {
                                        done[0] += more;
                                        progress.copied("checking the backup", done[0], total);
                                    })
                                    == part.check();
                    if (!whole) {
                        throw damaged(part.name(), "is damaged");
                    }
                } catch (NoSuchFileException gone) {
                    throw damaged(part.name(), "is missing");
                } catch (IOException failed) {
                    throw unreadable(disk, failed);
                }
            }
        }
    }

    PraghException damaged(String file, String what) {
        return new PraghException("a file of the backup " + what
                + "; restore one that does not need it, or from another folder: folder=" + disk + " file=" + file);
    }

    /** Removes the files of backups that were killed. */
    void clear() throws IOException {
        for (String name : disk.names()) {
            Matcher known = NAME.matcher(name);
            if (name.equals(NEXT) || known.matches() && !steps.containsKey(Long.parseLong(known.group(1)))) {
                disk.delete(name);
            }
        }
        disk.syncNames();
    }

    /**
     * Removes all backups but the wanted ones and those that they need, and everything that {@link #clear} removes.
     *
     * @param wanted numbers of the backups to keep
     * @throws PraghException when one of these, or a backup that it needs, is missing or damaged; nothing is removed
     *     then
     */
    void keepOnly(Collection<Long> wanted) throws IOException {
        Set<Long> needed = new HashSet<>();
        for (long number : wanted) {
            chain(number).forEach(step -> needed.add(step.number()));
        }
        for (BackupStep step : steps()) {
            if (!needed.contains(step.number())) {
                disk.delete(name(step.number())); // before its other files, which are no backup without it
                steps.remove(step.number());
            }
        }
        disk.syncNames();
        clear();
    }

    /** Completes a backup whose files are all synced: the backup exists from the return of this method on. */
    void complete(BackupStep step) throws IOException {
        disk.syncNames();
        try (Disk.File file = disk.create(NEXT)) {
            file.append(StandardCharsets.UTF_8.encode(step.encode()));
            file.sync();
        }
        disk.rename(NEXT, name(step.number()));
        disk.syncNames();
        steps.put(step.number(), step);
    }

    @Override
    public String toString() {
        return disk.toString();
    }
}
