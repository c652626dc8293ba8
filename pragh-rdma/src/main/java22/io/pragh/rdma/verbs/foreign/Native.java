package io.pragh.rdma.verbs.foreign;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.function.BooleanSupplier;

/** Functions of librdmacm, libibverbs and the C library, and raw memory; pointers are plain longs. Any thread. */
@SuppressWarnings("restricted") // native calls are the purpose of this class
final class Native {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup C = LINKER.defaultLookup();
    private static final SymbolLookup CM = SymbolLookup.libraryLookup("librdmacm.so.1", Arena.global());
    private static final SymbolLookup VERBS = SymbolLookup.libraryLookup("libibverbs.so.1", Arena.global());
    private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO = STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
    private static final ThreadLocal<MemorySegment> STATES =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(STATE));
    private static final int GET_FLAGS = 3; // F_GETFL
    private static final int SET_FLAGS = 4; // F_SETFL
    private static final int NO_BLOCK = 0x800; // O_NONBLOCK
    private static final int VECTORS_MAX = 1 << 16;

    static final MethodHandle CREATE_EVENT_CHANNEL = function(CM, "rdma_create_event_channel", JAVA_LONG);
    static final MethodHandle DESTROY_EVENT_CHANNEL = procedure(CM, "rdma_destroy_event_channel", JAVA_LONG);
    static final MethodHandle CREATE_ID =
            function(CM, "rdma_create_id", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
    static final MethodHandle DESTROY_ID = function(CM, "rdma_destroy_id", JAVA_INT, JAVA_LONG);
    static final MethodHandle CREATE_QP = function(CM, "rdma_create_qp", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    static final MethodHandle DESTROY_QP = procedure(CM, "rdma_destroy_qp", JAVA_LONG);
    static final MethodHandle BIND_ADDRESS = function(CM, "rdma_bind_addr", JAVA_INT, JAVA_LONG, JAVA_LONG);
    static final MethodHandle LISTEN = function(CM, "rdma_listen", JAVA_INT, JAVA_LONG, JAVA_INT);
    static final MethodHandle RESOLVE_ADDRESS =
            function(CM, "rdma_resolve_addr", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
    static final MethodHandle RESOLVE_ROUTE = function(CM, "rdma_resolve_route", JAVA_INT, JAVA_LONG, JAVA_INT);
    static final MethodHandle GET_CM_EVENT = function(CM, "rdma_get_cm_event", JAVA_INT, JAVA_LONG, JAVA_LONG);
    static final MethodHandle ACK_CM_EVENT = function(CM, "rdma_ack_cm_event", JAVA_INT, JAVA_LONG);
    static final MethodHandle CONNECT = function(CM, "rdma_connect", JAVA_INT, JAVA_LONG, JAVA_LONG);
    static final MethodHandle ACCEPT = function(CM, "rdma_accept", JAVA_INT, JAVA_LONG, JAVA_LONG);
    static final MethodHandle DISCONNECT = function(CM, "rdma_disconnect", JAVA_INT, JAVA_LONG);
    static final MethodHandle ALLOC_PD = function(VERBS, "ibv_alloc_pd", JAVA_LONG, JAVA_LONG);
    static final MethodHandle DEALLOC_PD = function(VERBS, "ibv_dealloc_pd", JAVA_INT, JAVA_LONG);
    static final MethodHandle CREATE_CHANNEL = function(VERBS, "ibv_create_comp_channel", JAVA_LONG, JAVA_LONG);
    static final MethodHandle DESTROY_CHANNEL = function(VERBS, "ibv_destroy_comp_channel", JAVA_INT, JAVA_LONG);
    static final MethodHandle CREATE_CQ =
            function(VERBS, "ibv_create_cq", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    static final MethodHandle DESTROY_CQ = function(VERBS, "ibv_destroy_cq", JAVA_INT, JAVA_LONG);
    static final MethodHandle GET_CQ_EVENT =
            function(VERBS, "ibv_get_cq_event", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    static final MethodHandle ACK_CQ_EVENTS = procedure(VERBS, "ibv_ack_cq_events", JAVA_LONG, JAVA_INT);
    static final MethodHandle REGISTER =
            function(VERBS, "ibv_reg_mr", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
    static final MethodHandle DEREGISTER = function(VERBS, "ibv_dereg_mr", JAVA_INT, JAVA_LONG);
    static final MethodHandle QUERY_DEVICE = function(VERBS, "ibv_query_device", JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle POLL_FILES = function(C, "poll", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    private static final MethodHandle FILE_CONTROL = LINKER.downcallHandle(
            C.find("fcntl").orElseThrow(),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(2));

    // Functions that rdma-core's header calls through the context's table. Polling neither blocks nor calls back.
    static final MethodHandle POST =
            LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    static final MethodHandle POLL_CQ = LINKER.downcallHandle(
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG), Linker.Option.critical(false));
    static final MethodHandle REQUEST_NOTIFY =
            LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT));

    private Native() {}

    private static MethodHandle function(
            SymbolLookup library, String name, MemoryLayout result, MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                library.find(name).orElseThrow(() -> new UnsatisfiedLinkError(name)),
                FunctionDescriptor.of(result, parameters),
                Linker.Option.captureCallState("errno"));
    }

    private static MethodHandle procedure(SymbolLookup library, String name, MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                library.find(name).orElseThrow(() -> new UnsatisfiedLinkError(name)),
                FunctionDescriptor.ofVoid(parameters),
                Linker.Option.captureCallState("errno"));
    }

    /** A call of a native function. */
    interface Call<R> {
        R call() throws Throwable;
    }

    /** Calls, and lets through the exceptions that a call of verbs may throw. */
    static <R> R call(Call<R> call) throws IOException {
        try {
            return call.call();
        } catch (IOException | RuntimeException | Error known) {
            throw known;
        } catch (Throwable impossible) {
            throw new IOException(impossible);
        }
    }

    /** Memory for errno: the first argument of every function here. */
    static MemorySegment state() {
        return STATES.get();
    }

    private static IOException failure(String function, int errno) {
        return new IOException(function + " failed: errno=" + errno);
    }

    /** The pointer, unless it is null. */
    static long pointer(String function, long pointer) throws IOException {
        if (pointer == 0) {
            throw failure(function, state().get(JAVA_INT, ERRNO));
        }
        return pointer;
    }

    /** Throws unless the result is zero. Functions report errors by their result, or by -1 and errno. */
    static void done(String function, int result) throws IOException {
        if (result != 0) {
            throw failure(function, result > 0 ? result : state().get(JAVA_INT, ERRNO));
        }
    }

    static long getLong(long address) {
        return MEMORY.get(LONG, address);
    }

    static int getInt(long address) {
        return MEMORY.get(INT, address);
    }

    static byte getByte(long address) {
        return MEMORY.get(JAVA_BYTE, address);
    }

    static void setLong(long address, long value) {
        MEMORY.set(LONG, address, value);
    }

    static void setInt(long address, int value) {
        MEMORY.set(INT, address, value);
    }

    static void setByte(long address, int value) {
        MEMORY.set(JAVA_BYTE, address, (byte) value);
    }

    static byte[] bytes(long address, int count) {
        return MEMORY.asSlice(address, count).toArray(JAVA_BYTE);
    }

    /** A function in a context's table. */
    static MemorySegment function(long context, long offset) {
        return MemorySegment.ofAddress(getLong(context + offset));
    }

    /** Makes a file non-blocking. */
    static void neverBlock(int file) throws IOException {
        int flags = call(() -> (int) FILE_CONTROL.invokeExact(file, GET_FLAGS, 0));
        int set = call(() -> (int) FILE_CONTROL.invokeExact(file, SET_FLAGS, flags | NO_BLOCK));
        if (flags < 0 || set < 0) {
            throw new IOException("a file of verbs is none: file=" + file);
        }
    }

    /** Whether there is something to read, within a time in milliseconds. */
    static boolean isReadable(int file, int millis) throws IOException {
        return call(() -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment entry = arena.allocate(Long.BYTES, Long.BYTES);
                entry.set(JAVA_INT, 0, file);
                entry.set(JAVA_SHORT, Integer.BYTES, (short) 1); // POLLIN
                return (int) POLL_FILES.invokeExact(state(), entry.address(), 1L, millis) > 0;
            }
        });
    }

    /** Verifies a created object: a library with another layout is refused, since it would write anywhere. */
    static void checkAbi(String what, BooleanSupplier asDrawn) throws IOException {
        if (!asDrawn.getAsBoolean()) {
            throw new IOException("libibverbs or librdmacm lays out its structures in another way than Pragh knows"
                    + " (IBVERBS_1.1 on 64 bits): structure=" + what);
        }
    }

    /** Verifies a context. */
    static void checkContext(long context) throws IOException {
        int file = getInt(context + Abi.CONTEXT_COMMAND_FILE);
        int vectors = getInt(context + Abi.CONTEXT_VECTORS);
        int flags = call(() -> (int) FILE_CONTROL.invokeExact(file, GET_FLAGS, 0));
        checkAbi(
                "ibv_context",
                () -> flags >= 0
                        && vectors > 0
                        && vectors < VECTORS_MAX
                        && getLong(context + Abi.CONTEXT_POLL_CQ) != 0
                        && getLong(context + Abi.CONTEXT_POST_SEND) != 0);
    }
}
