package io.pragh.rdma.shm;

import io.pragh.core.memory.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A region in a file: its owner adds segments, which count as direct memory of the owner; other processes map them on
 * demand. Its memory is free once the file was removed and no process has it mapped.
 * <pre>
 *   0               8              16         4096
 *   | segment bytes | segments max | segments | segments …
 * </pre>
 * Any thread.
 */
final class RegionFile implements AutoCloseable {
    private static final int SEGMENT_BYTES_OFFSET = 0;
    private static final int SEGMENTS_MAX_OFFSET = SEGMENT_BYTES_OFFSET + Long.BYTES;
    private static final int SEGMENTS_OFFSET = SEGMENTS_MAX_OFFSET + Long.BYTES;
    private static final int HEAD_BYTES = 4_096;

    private final FileChannel file;
    private final Region head;
    private final Region region;
    private int mapped;

    private RegionFile(FileChannel file, Region head, boolean owner) {
        this.file = file;
        this.head = head;
        int segmentBytes = (int) head.getLong(SEGMENT_BYTES_OFFSET);
        int segmentsMax = (int) head.getLong(SEGMENTS_MAX_OFFSET);
        this.region = owner
                ? Region.counted(segmentBytes, segmentsMax, this::add)
                : new Region(segmentBytes, segmentsMax, this::next);
    }

    static String name(long id) {
        return "region-" + id;
    }

    /** Creates a region's file, without segments. */
    static RegionFile create(Path path, int segmentBytes, int segmentCountMax) throws IOException {
        MappedFile.create(path, HEAD_BYTES);
        Region head = MappedFile.map(path, HEAD_BYTES);
        head.setLong(SEGMENT_BYTES_OFFSET, segmentBytes);
        head.setLong(SEGMENTS_MAX_OFFSET, segmentCountMax);
        return new RegionFile(open(path), head, true);
    }

    /** Opens the region's file of another process. */
    static RegionFile of(Path path) throws IOException {
        return new RegionFile(open(path), MappedFile.map(path, HEAD_BYTES), false);
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** The open file. */
    FileChannel file() {
        return file;
    }

    Region region() {
        return region;
    }

    /** Adds the owner's next segment; its pages are allocated before another process can see it. */
    private ByteBuffer add(int bytes) {
        long at = HEAD_BYTES + (long) mapped * bytes;
        try {
            MappedFile.extend(file, at, bytes);
        } catch (IOException full) {
            try {
                var unused = FileThreads.run(() -> file.truncate(at));
            } catch (IOException kept) {
                full.addSuppressed(kept);
            }
            throw (OutOfMemoryError) new OutOfMemoryError("no room for a segment: bytes=" + bytes).initCause(full);
        }
        ByteBuffer segment = MappedFile.map(file, at, bytes);
        mapped++;
        head.setLongRelease(SEGMENTS_OFFSET, mapped);
        return segment;
    }

    private ByteBuffer next(int bytes) {
        ByteBuffer segment = MappedFile.map(file, HEAD_BYTES + (long) mapped * bytes, bytes);
        mapped++;
        return segment;
    }

    /** Maps the segments that the owner has added since; false when the file was closed meanwhile. */
    synchronized boolean catchUp() {
        long segments = head.getLongAcquire(SEGMENTS_OFFSET);
        while (mapped < segments && file.isOpen()) {
            if (region.grow() < 0) {
                throw new UncheckedIOException(new IOException("a segment cannot be mapped"));
            }
        }
        return mapped >= segments;
    }

    /** Takes a closed file, which no batch uses any more, from behind its mappings. */
    synchronized void detach() {
        region.detach();
        head.detach();
    }

    @Override
    public synchronized void close() {
        try {
            file.close();
        } catch (IOException ignored) {
            // segments that are mapped stay mapped
        }
    }
}
