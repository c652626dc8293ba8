package io.pragh.rdma.shm;

import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The regions that a node has made, each with a file in the node's folder. The file of a region that nobody in the
 * process reaches any more is removed, as that of a partition that has gone to another node. Any thread.
 */
final class OwnRegions implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Path folder;
    private final Map<Region, Long> numbers = new WeakHashMap<>();
    private final Map<Long, FileChannel> files = new HashMap<>();
    private long next = 1;

    /** No regions yet, in the folder of a node. */
    OwnRegions(Path folder) {
        this.folder = folder;
    }

    synchronized Region make(int segmentBytes, int segmentCountMax) throws IOException {
        long number = next++;
        RegionFile made = RegionFile.create(path(number), segmentBytes, segmentCountMax);
        numbers.put(made.region(), number);
        files.put(number, made.file());
        var unused = CLEANER.register(made.region(), () -> remove(number));
        return made.region();
    }

    private Path path(long number) {
        return folder.resolve(RegionFile.name(number));
    }

    private synchronized void remove(long number) {
        FileChannel file = files.remove(number);
        if (file == null) {
            return; // the node has left; a later life may have a file of this name
        }
        try {
            file.close();
            Files.deleteIfExists(path(number));
        } catch (IOException ignored) {
            // it goes with the folder
        }
    }

    /** The number of a region. */
    synchronized long number(Region region) {
        Long number = numbers.get(region);
        if (number == null) {
            throw new PraghException("a fabric in shared memory exposes regions that it has made: folder=" + folder);
        }
        return number;
    }

    /** Closes the files and leaves them; segments that are mapped stay mapped. */
    @Override
    public synchronized void close() {
        for (FileChannel file : files.values()) {
            try {
                file.close();
            } catch (IOException ignored) {
                // nothing was to be written
            }
        }
        files.clear();
    }
}
