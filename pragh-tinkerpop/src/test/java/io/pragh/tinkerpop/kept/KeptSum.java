package io.pragh.tinkerpop.kept;

import io.pragh.core.durable.CheckpointReader;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The content of data folders without the number of the graph: equal for two that are restored from one backup.
 * Stateless.
 */
final class KeptSum {
    private KeptSum() {}

    /** The content of a data folder, or of a folder of data folders; each line is a value or a record. */
    static List<String> of(Path folder, int partitions) throws IOException {
        List<String> lines = new ArrayList<>();
        if (Files.exists(folder.resolve("graph"))) {
            add(folder, partitions, lines);
            return lines;
        }
        try (Stream<Path> nodes = Files.list(folder)) {
            for (Path node : nodes.sorted().toList()) {
                lines.add("folder " + node.getFileName());
                add(node, partitions, lines);
            }
        }
        return lines;
    }

    private static void add(Path path, int partitions, List<String> lines) throws IOException {
        try (Disk disk = FolderDisk.open(path)) {
            DataFolder folder = DataFolder.openPart(disk, partitions);
            lines.add("kept " + folder.kept());
            for (int partition : folder.hasCheckpoint() ? folder.kept() : List.<Integer>of()) {
                try (CheckpointReader reader = folder.checkpoint(partition)) {
                    lines.add("partition " + partition + " " + reader.head().rolls());
                    reader.read((key, body) -> lines.add(key + "=" + hex(body)), more -> {});
                }
            }
            folder.log().read(folder.logFrom(), (record, end) -> lines.add("record " + hex(record)));
        }
    }

    private static String hex(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return HexFormat.of().formatHex(copy);
    }
}
