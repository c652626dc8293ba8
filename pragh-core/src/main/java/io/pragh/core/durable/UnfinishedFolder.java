package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data folder, or a folder of them, while it is made beside the place where it is to be: {@code graph.restoring} for {@code graph}. Who is
 * killed leaves it there. Stateless.
 */
public final class UnfinishedFolder {
    /** Of a backup. */
    public static final String RESTORING = "restoring";
    /** Of what was saved of a damaged one. */
    public static final String REPAIRED = "repaired";

    private UnfinishedFolder() {}

    /** Where a folder is while it is made; null when its path has no name. */
    public static @Nullable Path of(Path target, String what) {
        Path whole = target.toAbsolutePath().normalize();
        Path name = whole.getFileName();
        return name == null ? null : whole.resolveSibling(name + "." + what);
    }

    /**
     * A new graph must not begin where another one was to be restored: nobody would see that it is not that one.
     *
     * @param folder a data folder, which may lie in a folder of them
     * @throws PraghException when there is none, and one that was not finished lies beside it, or beside the folder that it is in
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
