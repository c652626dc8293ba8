package io.pragh.rdma.verbs.installed;

import com.ibm.disni.util.MemoryUtils;
import com.ibm.disni.verbs.IbvContext;
import com.ibm.disni.verbs.RdmaCm;
import com.ibm.disni.verbs.RdmaVerbs;
import com.ibm.disni.verbs.impl.NativeDispatcher;
import com.ibm.disni.verbs.impl.RdmaCmNat;
import io.pragh.rdma.verbs.DeviceAtomics;
import io.pragh.rdma.verbs.VerbsProvider;
import io.pragh.rdma.verbs.WorkLayout;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * DiSNI's provider on its native library. Needs that library in {@code java.library.path}, and {@code
 * --add-exports=java.base/sun.nio.ch=ALL-UNNAMED}. Any thread.
 */
public final class InstalledProvider extends VerbsProvider {
    private static final String EXPORT = "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED";
    private static final String IWARP = "4:"; // RDMA_NODE_RNIC

    private final NativeDispatcher library;
    private final RdmaCm cm;
    private final RdmaVerbs verbs;

    /**
     * Loads the library. Throws {@link IOException} when it is missing, or its version is not the one that DiSNI's
     * Java side knows.
     */
    public InstalledProvider() throws IOException {
        this.library = library();
        try {
            MemoryUtils.getAddress(ByteBuffer.allocateDirect(Long.BYTES));
        } catch (IllegalAccessError closed) {
            throw new IOException("libdisni needs a flag of the JVM: " + EXPORT, closed);
        }
        if (!isAsDrawn(library)) {
            throw new IOException(
                    "libdisni lays out its structures in another way than Pragh knows (IBVERBS_1.1 on 64 bits)");
        }
        this.cm = new RdmaCmNat(library);
        this.verbs = new InstalledVerbs(library);
    }

    private static NativeDispatcher library() throws IOException {
        try {
            Constructor<NativeDispatcher> hidden = NativeDispatcher.class.getDeclaredConstructor();
            hidden.setAccessible(true);
            return hidden.newInstance();
        } catch (LinkageError missing) {
            throw new IOException("libdisni cannot be loaded: " + missing.getMessage(), missing);
        } catch (InvocationTargetException failed) {
            throw failed.getCause() instanceof IOException said
                    ? said
                    : new IOException("libdisni cannot be used: " + failed.getCause(), failed);
        } catch (ReflectiveOperationException impossible) {
            throw new IOException(impossible);
        }
    }

    private static boolean isAsDrawn(NativeDispatcher library) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                && WorkLayout.matches(
                        library._getIbvSendWRSize(),
                        library._getIbvRecvWRSize(),
                        library._getIbvSgeSize(),
                        library._getIbvWCSize(),
                        library._getRemoteAddressOffset(),
                        library._getRKeyOffset());
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
        return library._getVersion();
    }

    /**
     * Judges by the device's kind, since the library has no query for it: iWARP has no CAS, InfiniBand and RoCE have.
     * A device of the latter kinds without CAS refuses the first one.
     */
    @Override
    public DeviceAtomics atomics(IbvContext context) throws IOException {
        Path file = Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(context.getCmd_fd())));
        Path known = Path.of("/sys/class/infiniband_verbs", file.getFileName().toString(), "ibdev");
        Path kind = Path.of("/sys/class/infiniband", Files.readString(known).trim(), "node_type");
        return Files.readString(kind).startsWith(IWARP) ? DeviceAtomics.NONE : DeviceAtomics.DEVICE;
    }
}
