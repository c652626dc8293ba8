package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The path of a data folder, or a folder of them, while it is made beside its final place: {@code graph.restoring}
 * for {@code graph}. A process that is killed leaves it there. Stateless.
 */
public final class UnfinishedFolder {
    /** The suffix for a folder restored from a backup. */
    public static final String RESTORING = "restoring";
    /** The suffix for a folder repaired from a damaged one. */
    public static final String REPAIRED = "repaired";

    /** The suffix for a folder that gets a copy of a graph with another number of partitions, or of what was saved. */
    public static final String LOADING = "loading";

    /** The suffix for a folder that a check puts together from those of nodes. */
    public static final String CHECKING = "checking";

    private UnfinishedFolder() {}

    /** Whether a folder among those of nodes has a name that shows that it is, or was to be, made from others. */
    public static boolean isNameOfOne(String name) {
        return Stream.of(RESTORING, REPAIRED, CHECKING).anyMatch(what -> name.endsWith("." + what));
    }

    /** The path of a folder while it is made; null when its final path has no name. */
    public static @Nullable Path of(Path target, String what) {
        Path whole = target.toAbsolutePath().normalize();
        Path name = whole.getFileName();
        return name == null ? null : whole.resolveSibling(name + "." + what);
    }

    /**
     * Refuses to begin a new graph where the restore of another one was not finished, because the difference would go
     * unnoticed.
     *
     * @param folder a data folder, which may lie in a folder of them
     * @throws PraghException when it does not exist, and an unfinished one lies beside it, or beside its parent
     */
    static void check(Path folder) {
        if (Files.exists(folder.resolve(DataFolder.GRAPH))) {
            return;
        }
        Path around = folder.toAbsolutePath().normalize().getParent();
        for (Path target : around == null ? List.of(folder) : List.of(folder, around)) {
            for (String what : List.of(RESTORING, REPAIRED)) {
                Path left = of(target, what);
                if (left != null && Files.isDirectory(left)) {
                    throw new PraghException(
                            "this folder was to be restored or repaired, and that has not ended; do it again (pragh"
                                    + " restore, pragh repair), or take away what it has left: folder=" + folder
                                    + " left=" + left);
                }
            }
        }
    }
}
