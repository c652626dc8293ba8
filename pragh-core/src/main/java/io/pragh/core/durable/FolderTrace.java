package io.pragh.core.durable;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The conclusions from the file names of a data folder whose own file is missing or damaged. Immutable.
 *
 * @param checkpoint number of the checkpoint with the most parts, the later one of two; 0: none
 * @param parts the partitions of which that checkpoint has a part
 * @param hasLog whether there is any segment of the log
 * @param log position at which the log begins
 */
record FolderTrace(long checkpoint, SortedSet<Integer> parts, boolean hasLog, long log) {
    static FolderTrace of(Disk disk) throws IOException {
        List<String> names = disk.names();
        Map<Long, TreeSet<Integer>> parts = new HashMap<>();
        names.stream()
                .filter(CheckpointFile::isName)
                .forEach(name -> parts.computeIfAbsent(CheckpointFile.number(name), number -> new TreeSet<>())
                        .add(CheckpointFile.partition(name)));
        long checkpoint = 0;
        for (Map.Entry<Long, TreeSet<Integer>> each : parts.entrySet()) {
            int count = each.getValue().size();
            int most = parts.getOrDefault(checkpoint, new TreeSet<>()).size();
            if (count > most || count == most && each.getKey() > checkpoint) {
                checkpoint = each.getKey();
            }
        }
        List<Long> segments = LogSegment.positions(names.stream());
        return new FolderTrace(
                checkpoint,
                parts.getOrDefault(checkpoint, new TreeSet<>()),
                !segments.isEmpty(),
                segments.isEmpty() ? 0 : segments.get(0));
    }

    /** Whether there is any file of a graph. */
    boolean isAny() {
        return hasLog || checkpoint != 0;
    }
}
