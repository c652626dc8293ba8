package io.pragh.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScratchMemoryTest {
    private static final int CHUNKS = 2_000; // more chunks than one area has

    @Test
    void chunksAreTheirOwnAndZeroWhenTheyComeAgain() {
        try (ScratchMemory memory = new ScratchMemory()) {
            List<ByteBuffer> chunks = new ArrayList<>();
            for (int i = 0; i < CHUNKS; i++) {
                ByteBuffer chunk = taken(memory);
                assertEquals(ScratchMemory.CHUNK_BYTES, chunk.capacity());
                assertEquals(0, chunk.getLong(0));
                chunk.putInt(0, i).putInt(ScratchMemory.CHUNK_BYTES - Integer.BYTES, -i);
                chunks.add(chunk);
            }
            for (int i = 0; i < CHUNKS; i++) {
                assertEquals(i, chunks.get(i).getInt(0));
                assertEquals(-i, chunks.get(i).getInt(ScratchMemory.CHUNK_BYTES - Integer.BYTES));
            }
            memory.giveBack(chunks.get(7));
            ByteBuffer again = taken(memory);
            if (ScratchMemory.isOffHeap()) {
                assertSame(chunks.get(7), again);
            }
            assertEquals(0, again.getInt(0));
            assertEquals(8, chunks.get(8).getInt(0));
        }
    }

    @Test
    void whatIsGivenBackGoesToTheSystemAtOnce() throws IOException {
        assumeTrue(ScratchMemory.isOffHeap());
        try (ScratchMemory memory = new ScratchMemory()) {
            List<ByteBuffer> chunks = new ArrayList<>();
            for (int i = 0; i < CHUNKS; i++) {
                ByteBuffer chunk = taken(memory);
                for (int at = 0; at < ScratchMemory.CHUNK_BYTES; at += 4096) {
                    chunk.putInt(at, 1);
                }
                chunks.add(chunk);
            }
            long before = residentBytes();
            chunks.forEach(memory::giveBack);
            long fallen = before - residentBytes();
            assertTrue(fallen > (long) CHUNKS * ScratchMemory.CHUNK_BYTES * 3 / 4, "fallen by " + fallen);
        }
    }

    @Test
    void partsOfMemoryAreDiscardedByWholePages() {
        assumeTrue(SystemMemory.isAsked());
        ByteBuffer memory = SystemMemory.map(1 << 20);
        assertNotNull(memory);
        for (int at = 0; at < memory.capacity(); at += Long.BYTES) {
            memory.putLong(at, -1);
        }
        int from = (1 << 16) - 8;
        int given = SystemMemory.discard(memory, from, (1 << 17) + 16);
        assertEquals(1 << 17, given);
        assertEquals(-1, memory.getLong(from));
        assertEquals(0, memory.getLong(1 << 16));
        assertEquals(0, memory.getLong((1 << 16) + (1 << 17) - 8));
        assertEquals(-1, memory.getLong((1 << 16) + (1 << 17)));
        assertEquals(0, SystemMemory.discard(memory, 8, 16), "there is no whole page");
        memory.putLong(1 << 16, 5);
        assertEquals(5, memory.getLong(1 << 16), "the addresses stay valid");
        assertNull(SystemMemory.map(-1), "what cannot be had");
    }

    private static ByteBuffer taken(ScratchMemory memory) {
        ByteBuffer chunk = memory.take();
        assertNotNull(chunk);
        return chunk;
    }

    private static long residentBytes() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1]) * 4096;
    }
}
