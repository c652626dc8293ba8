package io.pragh.core.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory for a while, in chunks: outside the heap, and what is given back goes to the system at once; on the heap where the system
 * cannot be {@link SystemMemory#isAsked asked}. One thread.
 */
// Chunks are cut out of areas, which stay mapped: to unmap chunks would leave so many mappings that the system refuses
// more (65,530 on Linux), and what is read after it was given back is zero and not a crash.
public final class ScratchMemory implements AutoCloseable {
    /** Bytes of a chunk: a multiple of every page of the system. */
    public static final int CHUNK_BYTES = 1 << 16;

    private static final int AREA_BYTES = 1 << 26;

    /** Areas of which chunks were cut; the last one has room perhaps. */
    private final List<ByteBuffer> areas = new ArrayList<>();

    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    private int cut = AREA_BYTES;

    /** Whether it is outside the heap. */
    public static boolean isOffHeap() {
        return SystemMemory.isAsked();
    }

    /** A zeroed chunk, little-endian; null when the system has none. */
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

    /** Nobody needs a chunk any more, and it is zero from now on. */
    public void giveBack(ByteBuffer chunk) {
        if (chunk.isDirect() && SystemMemory.discard(chunk, 0, CHUNK_BYTES) == CHUNK_BYTES) {
            free.add(chunk);
        }
    }

    /** Nobody needs any of it. */
    @Override
    public void close() {
        areas.forEach(area -> SystemMemory.discard(area, 0, AREA_BYTES));
    }
}
