package io.pragh.core.memory;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the operating system on memory that Java does not offer. Where they are not available (outside Linux on 64
 * bits, or when the library for native calls cannot be loaded) the methods do nothing, which is logged once.
 * Stateless; any thread.
 */
public final class SystemMemory {
    private static final int READ_AND_WRITE = 3; // PROT_READ | PROT_WRITE
    private static final int PRIVATE_WITHOUT_FILE = 0x22; // MAP_PRIVATE | MAP_ANONYMOUS
    private static final int FIXED = 0x10; // MAP_FIXED
    private static final int DONTNEED = 4; // MADV_DONTNEED
    private static final int HUGEPAGE = 14; // MADV_HUGEPAGE
    private static final System.Logger LOG = System.getLogger(SystemMemory.class.getName());
    private static final Cleaner CLEANER = Cleaner.create();
    private static final @Nullable Calls CALLS = calls();
    /** The page size of the system, 4 KiB to 64 KiB. */
    private static final int PAGE_BYTES = CALLS == null ? 1 : CALLS.getpagesize();

    /** Functions of the C library; addresses and sizes have 64 bits. */
    private interface Calls extends Library {
        long mmap(long address, long bytes, int protection, int flags, int file, long offset);

        int munmap(long address, long bytes);

        int getpagesize();

        int madvise(long address, long bytes, int advice);
    }

    private SystemMemory() {}

    private static @Nullable Calls calls() {
        try {
            if (Platform.isLinux() && Platform.is64Bit()) {
                return Native.load("c", Calls.class);
            }
            LOG.log(
                    System.Logger.Level.INFO,
                    "memory is not given back to the system before the process ends: not known how on this system");
        } catch (LinkageError unloadable) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "memory is not given back to the system before the process ends: JNA cannot be loaded",
                    unloadable);
        }
        return null;
    }

    /** Whether the system calls are available. */
    public static boolean isAsked() {
        return CALLS != null;
    }

    /**
     * Zeroed anonymous memory, which takes physical memory only where it was written, and is not limited by
     * {@code -XX:MaxDirectMemorySize}; null when it cannot be had. It begins at a page of the system, and is unmapped
     * when it and all slices of it are unreachable.
     */
    static @Nullable ByteBuffer map(int bytes) {
        Calls calls = CALLS;
        long address = calls == null ? -1 : calls.mmap(0, bytes, READ_AND_WRITE, PRIVATE_WITHOUT_FILE, -1, 0);
        if (calls == null || address == -1) {
            return null;
        }
        ByteBuffer memory = new Pointer(address).getByteBuffer(0, bytes).order(ByteOrder.LITTLE_ENDIAN);
        CLEANER.register(memory, () -> calls.munmap(address, bytes));
        return memory;
    }

    /**
     * Returns the pages within a part of private memory, which no other process maps, to the system. The addresses
     * stay valid: the whole pages read as zeros from now on, the bytes beside them are unchanged. The result is the
     * size of the pages in bytes. Costs a system call.
     */
    static int discard(ByteBuffer memory, int from, int bytes) {
        Calls calls = CALLS;
        if (calls == null) {
            return 0;
        }
        long address = Pointer.nativeValue(Native.getDirectBufferPointer(memory));
        long begin = address + from + PAGE_BYTES - 1 & -PAGE_BYTES;
        long end = address + from + bytes & -PAGE_BYTES;
        return begin < end && calls.madvise(begin, end - begin, DONTNEED) == 0 ? (int) (end - begin) : 0;
    }

    /**
     * Takes the file from behind a mapping of it, as unmapping would. The addresses stay valid, as private memory: the
     * whole pages read as zeros from now on. Costs a system call.
     */
    static void detach(ByteBuffer mapping) {
        Calls calls = CALLS;
        if (calls == null) {
            return;
        }
        long address = Pointer.nativeValue(Native.getDirectBufferPointer(mapping));
        long begin = address + PAGE_BYTES - 1 & -PAGE_BYTES;
        long end = address + mapping.capacity() & -PAGE_BYTES;
        if (begin < end) {
            calls.mmap(begin, end - begin, READ_AND_WRITE, PRIVATE_WITHOUT_FILE | FIXED, -1, 0);
        }
    }

    /**
     * Asks for large pages (2 MiB on most systems) behind zeroed private memory that has just been allocated. It takes
     * physical memory only where it is written from now on, if the system knows large pages. Costs two system calls.
     */
    static void askForLargePages(ByteBuffer memory) {
        Calls calls = CALLS;
        if (calls == null) {
            return;
        }
        // Advice for the bytes beside the memory does no harm, and large pages may reach over its ends.
        long address = Pointer.nativeValue(Native.getDirectBufferPointer(memory));
        long begin = address & -PAGE_BYTES;
        long end = address + memory.capacity() + PAGE_BYTES - 1 & -PAGE_BYTES;
        if (calls.madvise(begin, end - begin, HUGEPAGE) == 0) {
            discard(memory, 0, memory.capacity()); // the small pages that zeroing has taken would stay
        }
    }
}
