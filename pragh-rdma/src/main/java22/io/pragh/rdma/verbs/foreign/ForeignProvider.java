package io.pragh.rdma.verbs.foreign;

import com.ibm.disni.verbs.IbvContext;
import com.ibm.disni.verbs.RdmaCm;
import com.ibm.disni.verbs.RdmaVerbs;
import io.pragh.rdma.verbs.DeviceAtomics;
import io.pragh.rdma.verbs.VerbsProvider;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/**
 * DiSNI's provider on the system's libraries. Needs JDK 22 and {@code --enable-native-access}, or it warns. Any
 * thread.
 */
public final class ForeignProvider extends VerbsProvider {
    private static final int VERSION = 32; // of DiSNI's own library, which this class replaces

    private final ForeignCm cm = new ForeignCm();
    private final ForeignVerbs verbs = new ForeignVerbs();

    /** Loads the libraries. Throws {@link IOException} where they are missing or made for another machine. */
    public ForeignProvider() throws IOException {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN
                || !System.getProperty("os.name", "").equals("Linux")) {
            throw new IOException("verbs are known on little-endian Linux alone");
        }
        try {
            Native.state();
        } catch (LinkageError missing) {
            Throwable reason = missing.getCause() == null ? missing : missing.getCause();
            throw new IOException(
                    "libibverbs.so.1 or librdmacm.so.1 cannot be loaded: " + reason.getMessage(), missing);
        }
    }

    @Override
    public RdmaCm openCm() {
        return cm;
    }

    @Override
    public RdmaVerbs openVerbs() {
        return verbs;
    }

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public DeviceAtomics atomics(IbvContext context) throws IOException {
        int known = limits(((Handles.Context) context).address).atomics();
        return DeviceAtomics.values()[Math.min(known, DeviceAtomics.values().length - 1)];
    }

    static DeviceLimits limits(long context) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(Abi.DEVICE_BYTES, Long.BYTES);
            long at = attributes.address();
            Native.done("ibv_query_device", Native.call(() ->
                    (int) Native.QUERY_DEVICE.invokeExact(Native.state(), context, at)));
            return new DeviceLimits(
                    Native.getInt(at + Abi.DEVICE_READS_MAX),
                    Native.getInt(at + Abi.DEVICE_READS_BEGUN_MAX),
                    Native.getInt(at + Abi.DEVICE_ATOMICS));
        }
    }
}
