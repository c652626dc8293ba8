package io.pragh.tinkerpop.kept;

import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderLabel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The data folders of a cluster's nodes, side by side in a folder. Stateless. */
public final class KeptFolders {
    private KeptFolders() {}

    /** The label of a node's folder; null when no graph is in it. */
    static @Nullable FolderLabel label(Path folder) {
        return Files.isDirectory(folder) ? FolderLabel.read(DataPlace.of(folder)) : null;
    }

    /** The partitions that a node's folder keeps: without those that another one has taken over. */
    public static List<Integer> kept(Path folder) throws IOException {
        FolderLabel own = label(folder);
        if (own == null) {
            return List.of();
        }
        List<FolderLabel> all = new ArrayList<>();
        try (Stream<Path> beside = Files.list(folder.resolveSibling(""))) {
            for (Path each : beside.toList()) {
                FolderLabel label = label(each);
                if (label != null) {
                    all.add(label);
                }
            }
        }
        return own.keptAmong(all);
    }
}
