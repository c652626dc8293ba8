package io.pragh.rdma.shm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Checks that memory in the shared folder that a node does not need goes back to the system. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "it tells what is mapped")
class ShmLeavingTest {
    private static final long SOME_LOOKS_NANOS = 2_000_000_000;
    /** The maps of two nodes of one process of their own files and each other's. */
    private static final int MAPPED_MAX = 8;

    private final Path folder = ShmNodes.newFolder();
    private final ShmFabric fabric = ShmNodes.open(folder, 0, 1);

    @AfterEach
    void removeFolder() {
        fabric.close();
        ShmNodes.removeAll(folder);
    }

    /** The mappings of this process of files in the shared folder with this name. */
    private long mapped(String name) {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"), StandardCharsets.UTF_8)) {
            return maps.filter(line -> line.contains(folder.toString()) && line.contains("/" + name))
                    .count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void lookingAfterOthersMapsNoMoreAndMore() {
        try (ShmFabric other = ShmNodes.open(folder, 1, 1)) {
            LockSupport.parkNanos(SOME_LOOKS_NANOS);
            long mapped = mapped("node-");
            assertTrue(mapped <= MAPPED_MAX, "mappings of control files: " + mapped + " of node " + other.self());
        }
    }
}
