package io.pragh.core.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Temporary memory in chunks. The chunks are outside the heap, and a chunk that is given back returns to the
 * operating system at once; where {@link SystemMemory#isAsked} is false, they are on the heap. One thread.
 */
// Chunks are cut out of areas, which stay mapped. Unmapping chunks would leave so many mappings that the system
// refuses more (65,530 on Linux), and a read of a chunk that was given back sees zeros instead of crashing.
public final class ScratchMemory implements AutoCloseable {
    /** The size of a chunk in bytes: a multiple of the system's page size, whatever it is. */
    public static final int CHUNK_BYTES = 1 << 16;

    private static final int AREA_BYTES = 1 << 26;

    /** The areas of which chunks were cut; the last one may have room. */
    private final List<ByteBuffer> areas = new ArrayList<>();

    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    private int cut = AREA_BYTES;

    /** Whether the chunks are outside the heap. */
    public static boolean isOffHeap() {
        return SystemMemory.isAsked();
    }

    /** A zeroed chunk, little-endian; null when the system has no memory. */
    public @Nullable ByteBuffer take() {
        if (!isOffHeap()) {
            return ByteBuffer.allocate(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        }
        ByteBuffer known = free.poll();
        if (known != null) {
            return known;
        }
        if (cut == AREA_BYTES) {
            ByteBuffer area = SystemMemory.map(AREA_BYTES);
            if (area == null) {
                return null;
            }
            areas.add(area);
            cut = 0;
        }
        ByteBuffer chunk = areas.get(areas.size() - 1).slice(cut, CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        cut += CHUNK_BYTES;
        return chunk;
    }

    /** Gives back a chunk that is not used any more; it reads as zeros from now on. */
    public void giveBack(ByteBuffer chunk) {
        if (chunk.isDirect() && SystemMemory.discard(chunk, 0, CHUNK_BYTES) == CHUNK_BYTES) {
            free.add(chunk);
        }
    }

    /** Gives back all of the memory. */
    @Override
    public void close() {
        areas.forEach(area -> SystemMemory.discard(area, 0, AREA_BYTES));
    }
}
